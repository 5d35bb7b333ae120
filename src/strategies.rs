//! Strategies of [`mod@proptest`] for squares, moves, positions and games, for property tests of code that uses this crate.
//!
//! ```
//! use amazons::strategies;
//! use proptest::prelude::*;
//!
//! proptest!(|(position in strategies::positions())| {
//!     prop_assert_eq!(position.to_string().parse(), Ok(position));
//! });
//! ```

use core::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::board::{Bitboard, Color, Content, Move, Position, Setup, Square};
use crate::game::{Ending, Game, Tags};

/// The most moves that a game can have: one for each empty square of the standard start.
const MOST_MOVES: usize = 92;

/// Any square of the full board.
pub fn squares() -> impl Strategy<Value = Square> {
    prop::sample::select(&Square::ALL[..])
}

/// Any three squares, seldom a legal move anywhere.
pub fn moves() -> impl Strategy<Value = Move> {
    (squares(), squares(), squares()).prop_map(|(from, to, arrow)| Move::new(from, to, arrow))
}

/// Either side.
pub fn colors() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

/// Columns and rows of any board.
pub fn sizes() -> impl Strategy<Value = (u8, u8)> {
    (1..=Square::MAX_SIDE, 1..=Square::MAX_SIDE)
}

/// Any position: of every size, with any number of amazons a side (also none), from bare boards to burnt-out ones;
/// most can't come up in a game.
pub fn set_up_positions() -> impl Strategy<Value = Position> {
    // Weights of White, Black and burnt squares against ten empty ones: few, and any number.
    let weights = prop_oneof![
        (1..=1u32, 1..=1u32, 0..=20u32),
        (0..=10u32, 0..=10u32, 0..=40u32)
    ];
    (sizes(), weights, colors()).prop_flat_map(|((columns, rows), (white, black, burnt), turn)| {
        let content = prop_oneof![
            10 => Just(Content::Empty),
            white => Just(Content::Amazon(Color::White)),
            black => Just(Content::Amazon(Color::Black)),
            burnt => Just(Content::Burnt),
        ];
        vec(content, usize::from(columns) * usize::from(rows))
            .prop_map(move |contents| set_up(columns, rows, turn, &contents))
    })
}

fn set_up(columns: u8, rows: u8, turn: Color, contents: &[Content]) -> Position {
    let mut setup = Setup {
        columns,
        rows,
        white: Bitboard::EMPTY,
        black: Bitboard::EMPTY,
        burnt: Bitboard::EMPTY,
        turn,
    };
    for (square, content) in Bitboard::rectangle(columns, rows).iter().zip(contents) {
        let set = match content {
            Content::Empty => continue,
            Content::Burnt => &mut setup.burnt,
            Content::Amazon(Color::White) => &mut setup.white,
            Content::Amazon(Color::Black) => &mut setup.black,
        };
        *set = set.with(square);
    }
    // The squares are the board's, each named once.
    Position::from_setup(&setup).unwrap_or_default()
}

/// Positions that a game from a usual start can come to.
pub fn reachable_positions() -> impl Strategy<Value = Position> {
    standard_games().prop_map(|game| *game.last_position())
}

/// Positions of every kind: usual starts and what comes of them, and set-ups that no game comes to.
pub fn positions() -> impl Strategy<Value = Position> {
    prop_oneof![
        1 => Just(Position::start()),
        4 => reachable_positions(),
        4 => set_up_positions(),
    ]
}

/// Legal games from a usual start of 4x4 to 10x10, half of them of the standard size, played to any ply; no tags, no
/// comments and no result but the board's.
pub fn standard_games() -> impl Strategy<Value = Game> {
    let side = || 4..=Square::MAX_SIDE;
    let start = prop_oneof![
        Just(Position::start()),
        (side(), side())
            .prop_map(|(columns, rows)| Position::standard(columns, rows).unwrap_or_default()),
    ];
    games_from(start)
}

/// Legal games from a position of `start`, played to any ply; no tags, no comments and no result but the board's.
pub fn games_from(start: impl Strategy<Value = Position>) -> impl Strategy<Value = Game> {
    (start, vec(any::<u64>(), 0..=MOST_MOVES)).prop_map(|(start, choices)| {
        let mut game = Game::from_position(start);
        for choice in choices {
            let position = game.position();
            let count = position.move_count();
            match choice
                .checked_rem(count)
                .and_then(|index| nth_move(position, index))
            {
                Some(m) if game.play(m).is_ok() => {}
                _ => break,
            }
        }
        game
    })
}

fn nth_move(position: &Position, mut index: u64) -> Option<Move> {
    let found = position.for_each_slide(|from, to, shots| {
        let count = u64::from(shots.count());
        if index < count {
            let arrow = shots.nth(index as u32);
            return ControlFlow::Break(arrow.map(|arrow| Move::new(from, to, arrow)));
        }
        index -= count;
        ControlFlow::Continue(())
    });
    found.break_value().flatten()
}

/// Games of every kind: from usual starts and from any position, some with tags, comments, a result or a margin.
pub fn games() -> impl Strategy<Value = Game> {
    let moves = prop_oneof![standard_games(), games_from(set_up_positions())];
    let names = [
        Tags::WHITE,
        Tags::BLACK,
        Tags::EVENT,
        Tags::ROUND,
        Tags::SITE,
        Tags::DATE,
        Tags::TIME_CONTROL,
    ];
    let tags = vec((prop::sample::select(names.to_vec()), texts()), 0..4);
    let comments = vec((any::<prop::sample::Index>(), texts()), 0..4);
    let endings = prop::sample::select(vec![
        Ending::Resignation,
        Ending::Time,
        Ending::Unknown,
        Ending::Unfinished,
    ]);
    let margin = prop::option::weighted(0.2, 0..=100u8);
    let result = (colors(), endings, margin);
    (moves, tags, comments, result).prop_map(|(mut game, tags, comments, result)| {
        for (name, text) in tags {
            // The names above are ones that a tag can have.
            let _ = game.tags_mut().set(name, &text);
        }
        for (index, text) in comments {
            game.set_comment(index.index(game.len() + 1), &text);
        }
        let (winner, ending, margin) = result;
        if game.end(winner, ending).is_ok() {
            game.set_margin(margin);
        }
        game
    })
}

/// Words of any characters but line ends and other controls, among them those that formats must escape.
fn texts() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => prop::char::range('a', 'z'),
        2 => prop::sample::select(vec![' ', '"', '\\', ']', '[', '(', ')', ';', ':', '\'', '/', '-']),
        1 => any::<char>().prop_filter("no control character", |c| !c.is_control()),
    ];
    vec(character, 1..12).prop_map(|characters| characters.into_iter().collect())
}
