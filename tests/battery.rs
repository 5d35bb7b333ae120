//! The battery of `tests/common/battery.rs`, called with many kinds of positions.

mod common;

use std::collections::HashMap;

use amazons::{Bitboard, Move, Position, Setup, Square};
use common::battery::check;
use common::data::{FILES, Folder, parse};
use common::positions::{any_position, odd, playout, rng, scattered};
use proptest::prelude::*;

#[test]
fn odd_boards() {
    odd().for_each(|position| check(&position));
}

/// A board of every size, played at random to the end from a random set-up.
#[test]
fn every_size() {
    let mut rng = rng(1);
    for columns in 1..=10 {
        for rows in 1..=10 {
            for _ in 0..3 {
                let start = scattered(columns, rows, &mut rng);
                playout(start, &mut rng, 7, check);
            }
        }
    }
}

#[test]
fn standard_boards() {
    let mut rng = rng(2);
    for side in 4..=10 {
        let start = Position::standard(side, side).unwrap();
        playout(start, &mut rng, 5, check);
    }
}

/// Every position that a data file of this run holds, and those of some human games.
#[test]
fn data_positions() {
    let folder = Folder::of_this_run();
    for (name, _) in FILES
        .into_iter()
        .filter(|(name, _)| name.ends_with("jsonl"))
    {
        for line in folder.lines(name).unwrap().unwrap_or_default() {
            let object = line.object().unwrap();
            if object.value("fen").is_ok() {
                check(&object.position().unwrap());
            }
        }
    }
    let games = folder.lines("games_human.txt").unwrap().unwrap_or_default();
    for (nth, line) in games.iter().enumerate().step_by(100) {
        let mut position = Position::start();
        for (ply, m) in line.text.split_whitespace().enumerate() {
            position.play(parse(m).unwrap()).unwrap();
            if (ply + nth / 100) % 9 == 0 {
                check(&position);
            }
        }
    }
}

/// Half a million positions of many games have as many hashes.
#[test]
fn hashes_are_distinct() {
    let mut seen: HashMap<u64, Position> = HashMap::new();
    let mut rng = rng(3);
    for game in 0..6000 {
        let side = 5 + game % 6;
        let start = Position::standard(side as u8, side as u8).unwrap();
        playout(start, &mut rng, 1, |position| {
            let known = seen.insert(position.zobrist_hash(), *position);
            assert!(known.is_none_or(|known| known == *position), "{position}");
        });
    }
    assert!(seen.len() > 200_000, "{} positions", seen.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_setup(position in any_position()) {
        check(&position);
    }

    /// A set-up is refused or makes a position that gives it back.
    #[test]
    fn any_numbers(
        columns in 0..=12u8, rows in 0..=12u8,
        white in any::<u128>(), black in any::<u128>(), burnt in any::<u128>(), thin in 0..5u32,
    ) {
        // Dense sets hardly ever fit; thinned ones often do.
        let set = |bits: u128| Bitboard::from_bits((0..thin).fold(bits, |bits, n| {
            bits & bits.rotate_left(13 * n + 7)
        }));
        let setup = Setup {
            columns, rows,
            white: set(white), black: set(black), burnt: set(burnt),
            turn: amazons::Color::White,
        };
        if let Ok(position) = Position::from_setup(&setup) {
            prop_assert_eq!(position.setup(), setup);
            check(&position);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ 0-9Qq*/wb-]{0,40}|\\PC{0,40}") {
        if let Ok(position) = text.parse::<Position>() {
            check(&position);
        }
        if let Ok(m) = text.parse::<Move>() {
            prop_assert_eq!(m.to_string().parse::<Move>(), Ok(m));
        }
    }

    #[test]
    fn any_move_text_is_read_or_refused(text in "[a-kA-K0-9x/(),–-]{0,14}") {
        if let Ok(m) = text.parse::<Move>() {
            prop_assert_eq!(m.to_string().parse::<Move>(), Ok(m));
        }
    }

    /// Moves that are legal nowhere in particular: played where they are not, they change nothing.
    #[test]
    fn any_move_is_played_or_refused(position in any_position(), squares in [0..100usize, 0..100usize, 0..100usize]) {
        let [from, to, arrow] = squares.map(|index| Square::ALL[index]);
        let m = Move::new(from, to, arrow);
        let mut after = position;
        if after.play(m).is_err() {
            prop_assert_eq!(after, position);
        }
        let mut before = position;
        match before.undo(m) {
            Ok(()) => {
                before.play(m).unwrap();
                prop_assert_eq!(before, position);
            }
            Err(_) => prop_assert_eq!(before, position),
        }
    }
}
