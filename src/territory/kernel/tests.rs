//! Every kernel counts what the definitions say, on boards of all sizes and kinds.

use super::{Path, reference};
use crate::board::{Bitboard, Color, Square};
use crate::territory::evaluator::{Count, First, Logit, Take, Trained};
use crate::territory::features::Board;
use crate::territory::network::NETWORK;
use crate::territory::weights;

/// Linear congruential with a mixed output (Knuth's MMIX constants): enough to scatter squares.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A board of random size, with a random part burnt and random numbers of amazons, now and then none or many.
fn board(random: &mut Random) -> Board {
    let (columns, rows) = if random.below(2) == 0 {
        (10, 10)
    } else {
        (1 + random.below(10) as u8, 1 + random.below(10) as u8)
    };
    let burnt_in_100 = random.below(90);
    let all = Bitboard::rectangle(columns, rows);
    let mut empty: Bitboard = all
        .iter()
        .filter(|_| random.below(100) >= burnt_in_100)
        .collect();
    let mut amazons = [Bitboard::EMPTY; 2];
    for side in &mut amazons {
        let count = if random.below(4) == 0 {
            random.below(12)
        } else {
            4
        };
        for _ in 0..count {
            if let Some(square) = empty.nth(random.below(100) as u32) {
                *side = side.with(square);
                empty = empty.without(square);
            }
        }
    }
    Board {
        amazons,
        empty,
        turn: if random.below(2) == 0 {
            Color::White
        } else {
            Color::Black
        },
    }
}

fn check(board: &Board) {
    let expected = reference::features(board);
    let first_logit = weights::white_logit(&expected, board.turn);
    let census = reference::census(board);
    let logit = NETWORK.logit(&census) * board.turn.sign() as f32;
    for path in Path::available() {
        assert_eq!(path.run(Count(board)), expected, "{path:?} {board:?}");
        let found = path.run(Logit(board, First));
        assert_eq!(found.to_bits(), first_logit.to_bits(), "{path:?}");
        assert_eq!(path.run(Take(board)), census, "{path:?} {board:?}");
        let found = path.run(Logit(board, Trained));
        assert_eq!(found, logit, "{path:?} {board:?}");
    }
}

#[test]
fn kernels_equal_the_definitions_on_random_boards() {
    let mut random = Random(7);
    for _ in 0..100_000 {
        check(&board(&mut random));
    }
}

#[test]
fn kernels_equal_the_definitions_on_extreme_boards() {
    let corner = Bitboard::from(Square::ALL[0]);
    let snake: Bitboard = Square::ALL
        .into_iter()
        .filter(|square| {
            let end = if square.row() % 4 == 1 { 9 } else { 0 };
            square.row() % 2 == 0 || square.column() == end
        })
        .collect();
    for empty in [Bitboard::EMPTY, Bitboard::FULL, snake] {
        for amazons in [
            [Bitboard::EMPTY; 2],
            [corner, Bitboard::EMPTY],
            [Bitboard::EMPTY, corner],
            [corner, Bitboard::from(Square::ALL[99])],
            [Bitboard::rectangle(10, 5), Bitboard::EMPTY],
            [Bitboard::FULL, Bitboard::EMPTY],
        ] {
            check(&Board {
                amazons,
                empty: empty - amazons[0] - amazons[1],
                turn: Color::Black,
            });
        }
    }
}

#[test]
fn exchanging_the_colours_changes_the_side_only() {
    let mut random = Random(3);
    for _ in 0..2_000 {
        let board = board(&mut random);
        let [white, black] = board.amazons;
        let exchanged = Board {
            amazons: [black, white],
            turn: !board.turn,
            ..board
        };
        for path in Path::available() {
            let logit = path.run(Logit(&board, Trained));
            assert_eq!(path.run(Logit(&exchanged, Trained)), -logit, "{board:?}");
        }
    }
}
