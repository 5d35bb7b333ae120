//! Which moves there are: in bulk, one by one, counted, and one at random.

use core::ops::ControlFlow;

use rand::{Rng, RngExt};
use smallvec::SmallVec;

use super::bitboard::Bitboard;
use super::lines::{count_moves, queen_moves};
use super::moves::Move;
use super::position::Position;
use super::square::Square;

/// The most squares a queen sees: 9 along the row, 9 along the column and 17 along the diagonals of 10x10.
const MAX_QUEEN_MOVES: u32 = 35;

impl Position {
    /// Calls `visit` with every slide and the set of squares its arrow can burn, until `visit` breaks.
    ///
    /// The 2,176 first moves are 80 calls. Slides come in the order of [`Square::ALL`], by `from`, then `to`.
    ///
    /// ```
    /// use amazons::Position;
    /// use std::ops::ControlFlow;
    /// let mut moves = 0;
    /// let _ = Position::start().for_each_slide(|_from, _to, shots| {
    ///     moves += shots.count();
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(moves, 2176);
    /// ```
    pub fn for_each_slide<B>(
        &self,
        mut visit: impl FnMut(Square, Square, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in self.amazons(self.turn()) {
            let empty_after = self.empty().with(from);
            for to in queen_moves(from, self.empty()) {
                visit(from, to, queen_moves(to, empty_after))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All legal moves, in the order of their squares.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.for_each_slide(|from, to, shots| {
            moves.extend(shots.iter().map(|arrow| Move::new(from, to, arrow)));
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// The legal moves of the amazon on `from`: none when no amazon of the side to move stands there.
    #[must_use]
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        for to in self.slides_from(from) {
            moves.extend(
                self.shots(from, to)
                    .iter()
                    .map(|arrow| Move::new(from, to, arrow)),
            );
        }
        moves
    }

    /// The number of legal moves, counted without making them.
    #[must_use]
    pub fn move_count(&self) -> u64 {
        count_moves(self.amazons(self.turn()), self.empty())
    }

    /// One of the legal moves, each with the same probability, or `None` when there is none.
    ///
    /// ```
    /// use amazons::Position;
    /// use rand::SeedableRng;
    /// let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
    /// let mut position = Position::start();
    /// while let Some(m) = position.random_move(&mut rng) {
    ///     position.play_unchecked(m);
    /// }
    /// assert!(position.outcome().is_some());
    /// ```
    #[must_use]
    pub fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let mut slides: SmallVec<[(Square, Bitboard, u32); 8]> = SmallVec::new();
        let mut slide_count = 0;
        for from in self.amazons(self.turn()) {
            let targets = queen_moves(from, self.empty());
            let count = targets.count();
            if count > 0 {
                slides.push((from, targets, count));
                slide_count += count;
            }
        }
        if slide_count == 0 {
            return None;
        }
        // A slide is kept with probability (its shots / most shots): every move is then as likely as any other. A
        // slide has at least one shot, so the loop ends, after a handful of draws on average.
        let most_shots = self.empty().count().min(MAX_QUEEN_MOVES);
        loop {
            let mut nth = rng.random_range(0..slide_count);
            let &(from, targets, _) = slides.iter().find(|&&(_, _, count)| {
                let here = nth < count;
                if !here {
                    nth -= count;
                }
                here
            })?;
            let to = targets.nth(nth)?;
            if let Some(arrow) = self.shots(from, to).nth(rng.random_range(0..most_shots)) {
                return Some(Move::new(from, to, arrow));
            }
        }
    }
}
