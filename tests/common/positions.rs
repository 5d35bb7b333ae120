//! Positions to check things on.

use amazons::{Bitboard, Color, Position, Setup, Square};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Positions with no moves, one side, no room, no width: where code that thinks of the usual game goes wrong.
pub const ODD: [&str; 24] = [
    "1 w",
    "* b",
    "Q w",
    "q w",
    "Qq w",
    "Q1 w",
    "1Q b",
    "10 w",
    "Q8q b",
    "4Q5 w",
    "Q/1/1/1/1/1/1/1/1/q w",
    "1/1/1/1/q/1/1/1/1/1 b",
    "10/10/10/10/10/10/10/10/10/10 w",
    "QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/qqqqqqqqqq/qqqqqqqqqq/qqqqqqqqqq/qqqqqqqqqq/qqqqqqqqqq w",
    "QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/QQQQ1QQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ w",
    "QQQ/Q1Q/QQQ b",
    "q1q/1Q1/q1q w",
    "Q9/10/10/10/10/10/10/10/10/10 w",
    "10/10/10/10/4q5/10/10/10/10/10 b",
    "**********/**********/**********/**********/****Q1****/**********/**********/**********/**********/********** w",
    "Q1*1q/1***1/*****/1***1/q1*1Q b",
    "***/*Q*/1*1 w",
    "*1*q1/**Q**/*q*1* w",
    "Q1q1Q1q1Q1/10/q1Q1q1Q1q1/10/Q1q1Q1q1Q1/10/q1Q1q1Q1q1/10/Q1q1Q1q1Q1/10 w",
];

pub fn odd() -> impl Iterator<Item = Position> {
    ODD.into_iter().map(|fen| match fen.parse() {
        Ok(position) => position,
        Err(error) => panic!("{fen}: {error}"),
    })
}

/// Plays random moves to the end and calls `visit` with the start and every `stride`th position, the last included.
pub fn playout(
    start: Position,
    rng: &mut Pcg64Mcg,
    stride: usize,
    mut visit: impl FnMut(&Position),
) {
    let mut position = start;
    for ply in 0.. {
        let next = position.random_move(rng);
        if ply % stride == 0 || next.is_none() {
            visit(&position);
        }
        match next {
            Some(m) => position.play_unchecked(m),
            None => return,
        }
    }
}

/// A board of this size with up to four amazons a side at random and now and then a burnt square.
pub fn scattered(columns: u8, rows: u8, rng: &mut Pcg64Mcg) -> Position {
    let mut squares: Vec<Square> = Bitboard::rectangle(columns, rows).iter().collect();
    let mut take = |most: usize| {
        let count = rng.random_range(0..=most);
        let mut set = Bitboard::EMPTY;
        for _ in 0..count.min(squares.len()) {
            set = set.with(squares.swap_remove(rng.random_range(0..squares.len())));
        }
        set
    };
    let setup = Setup {
        columns,
        rows,
        white: take(4),
        black: take(4),
        burnt: take(usize::from(columns * rows) / 4),
        turn: [Color::White, Color::Black][rng.random_range(0..2)],
    };
    Position::from_setup(&setup).unwrap()
}

pub fn rng(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// Any position at all: every size, any density of amazons and burnt squares.
pub fn any_position() -> impl Strategy<Value = Position> {
    let sizes = (1..=10u8, 1..=10u8);
    // How many of 16 squares are white, black and burnt, roughly.
    let densities = (0..=4u8, 0..=4u8, 0..=8u8);
    let contents = proptest::collection::vec(0..16u8, 100);
    (sizes, densities, contents, any::<bool>()).prop_map(
        |((columns, rows), (white, black, burnt), contents, white_moves)| {
            let mut setup = Setup {
                columns,
                rows,
                white: Bitboard::EMPTY,
                black: Bitboard::EMPTY,
                burnt: Bitboard::EMPTY,
                turn: if white_moves {
                    Color::White
                } else {
                    Color::Black
                },
            };
            for square in Bitboard::rectangle(columns, rows) {
                let lot = contents[square.index()];
                let set = if lot < white {
                    &mut setup.white
                } else if lot < white + black {
                    &mut setup.black
                } else if lot < white + black + burnt {
                    &mut setup.burnt
                } else {
                    continue;
                };
                *set = set.with(square);
            }
            Position::from_setup(&setup).unwrap()
        },
    )
}
