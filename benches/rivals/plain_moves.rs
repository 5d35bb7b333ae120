//! A move generator as one writes it first: an array of squares with a border, and loops that walk the eight lines.
//!
//! It shares nothing with the library but the meaning of a position, so it serves twice: as the rate to beat in the
//! benches, and as a second opinion on the rules in the tests. It is simple, not slow on purpose: the last ply is
//! counted without making the moves, and nothing is allocated on the way.

use amazons::{Color, Content, Move, Position, Square};

/// Ten columns and a border on either side; the same for rows.
const WIDTH: usize = 12;

const STEPS: [isize; 8] = [1, -1, 11, -11, 12, -12, 13, -13];

const EMPTY: u8 = 0;
const BLOCKED: u8 = 1;

/// A position as an array.
#[derive(Clone)]
pub struct PlainBoard {
    squares: [u8; WIDTH * WIDTH],
    amazons: [Vec<usize>; 2],
    turn: usize,
}

impl PlainBoard {
    pub fn new(position: &Position) -> PlainBoard {
        let mut board = PlainBoard {
            squares: [BLOCKED; WIDTH * WIDTH],
            amazons: [Vec::new(), Vec::new()],
            turn: usize::from(position.turn() == Color::Black),
        };
        for square in Square::ALL {
            let index = index_of(square);
            match position.at(square) {
                Some(Content::Empty) => board.squares[index] = EMPTY,
                Some(Content::Amazon(Color::White)) => board.amazons[0].push(index),
                Some(Content::Amazon(Color::Black)) => board.amazons[1].push(index),
                Some(Content::Burnt) | None => {}
            }
        }
        board
    }

    /// Calls `visit` with the squares a queen on `from` reaches.
    #[inline(always)]
    fn walk(squares: &[u8; WIDTH * WIDTH], from: usize, mut visit: impl FnMut(usize)) {
        for step in STEPS {
            let mut at = from.wrapping_add_signed(step);
            while squares[at] == EMPTY {
                visit(at);
                at = at.wrapping_add_signed(step);
            }
        }
    }

    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut squares = self.squares;
        for &from in &self.amazons[self.turn] {
            squares[from] = EMPTY;
            // The slide may not end on the square it starts from, which is empty only for the shot.
            Self::walk(&self.squares, from, |to| {
                Self::walk(&squares, to, |arrow| {
                    moves.push(Move::new(square_at(from), square_at(to), square_at(arrow)));
                });
            });
            squares[from] = BLOCKED;
        }
        moves
    }

    pub fn move_count(&self) -> u64 {
        let mut count = 0;
        let mut squares = self.squares;
        for &from in &self.amazons[self.turn] {
            squares[from] = EMPTY;
            Self::walk(&self.squares, from, |to| {
                Self::walk(&squares, to, |_| count += 1);
            });
            squares[from] = BLOCKED;
        }
        count
    }

    /// Counts the move sequences of exactly `depth` plies.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.move_count(),
            _ => {}
        }
        let mut nodes = 0;
        let mover = self.turn;
        for nth in 0..self.amazons[mover].len() {
            let from = self.amazons[mover][nth];
            let before = self.squares;
            Self::walk(&before, from, |to| {
                let mut slid = before;
                slid[from] = EMPTY;
                slid[to] = BLOCKED;
                self.amazons[mover][nth] = to;
                self.turn = 1 - mover;
                Self::walk(&slid, to, |arrow| {
                    self.squares = slid;
                    self.squares[arrow] = BLOCKED;
                    nodes += self.perft(depth - 1);
                });
            });
            self.squares = before;
            self.amazons[mover][nth] = from;
            self.turn = mover;
        }
        nodes
    }
}

fn index_of(square: Square) -> usize {
    (usize::from(square.row()) + 1) * WIDTH + usize::from(square.column()) + 1
}

fn square_at(index: usize) -> Square {
    Square::ALL[(index / WIDTH - 1) * 10 + index % WIDTH - 1]
}
