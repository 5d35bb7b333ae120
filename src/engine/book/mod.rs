//! Opening moves that deep searches have found, for who plays.

mod error;
mod packed;

use core::fmt;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;

pub use error::{BookEntryError, BookError, BookErrorKind};

use crate::board::{Move, Position, Symmetry};
use packed::{MOST_MOVES, MOST_RATE, PackedMove, Table};

/// Positions of the opening, each with good moves that searches have found.
///
/// A position is known by a hash that all positions symmetric to it have, those with exchanged colours too: one entry
/// serves all, on boards of every size. Of moves that are mirror images of one another in a symmetric position one
/// stands for all. No search and no report uses a book; who plays asks it first.
///
/// ```
/// use amazons::{Book, Position};
/// let mut position = Position::start();
/// let book = Book::builtin();
/// let m = book.choose(&position, 7).expect("the start is in the book");
/// assert!(book.moves(&position).iter().any(|known| known.m == m));
/// position.play(m)?;
/// # Ok::<(), amazons::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    table: Table,
}

/// A move of an opening book.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// The probability, 0 to 1, that the side to move wins with it. A book keeps it to a 4095th.
    pub win_rate: f32,
    /// Simulations that the win rate rests on.
    pub visits: u32,
}

impl BookMove {
    /// A move with the win rate of the side that makes it, and the simulations it rests on.
    #[must_use]
    pub const fn new(m: Move, win_rate: f32, visits: u32) -> BookMove {
        BookMove {
            m,
            win_rate,
            visits,
        }
    }
}

/// Moves of a position, best first.
pub type BookMoves = SmallVec<[BookMove; 8]>;

impl Book {
    /// Moves that a position can have.
    pub const MOST_MOVES: usize = MOST_MOVES;

    /// How much less than the best move's win rate a move's may be for it to be [chosen](Book::choose): less than searches
    /// of ten thousands of simulations can tell apart.
    pub const MARGIN: f32 = 0.005;

    /// The book compiled in, for the usual board of 10x10.
    #[must_use]
    pub fn builtin() -> &'static Book {
        static BUILTIN: OnceLock<Book> = OnceLock::new();
        BUILTIN.get_or_init(|| {
            Book::parse(include_bytes!("opening.book")).expect("opening.book is a book")
        })
    }

    /// Reads what [`to_bytes`](Book::to_bytes) has written. The memory taken is of the order of the bytes' number.
    ///
    /// # Errors
    /// When the bytes are none of a book, with the place of the first fault.
    ///
    /// ```
    /// use amazons::{Book, BookErrorKind};
    /// let bytes = Book::builtin().to_bytes();
    /// assert_eq!(Book::parse(&bytes).as_ref(), Ok(Book::builtin()));
    /// assert_eq!(Book::parse(b"a letter").unwrap_err().kind, BookErrorKind::NoBook);
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Book, BookError> {
        let table = Table::unpack(bytes)?;
        Ok(Book { table })
    }

    /// The book as bytes, the same in every build.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.table.bytes().to_vec()
    }

    /// A book of these positions, each with some of its moves: the [`MOST_MOVES`](Book::MOST_MOVES) best are kept. A position
    /// without moves is left out; of entries for one position, or for symmetric ones, the last counts.
    ///
    /// # Errors
    /// When a move can't be played in its position, or a win rate is none.
    ///
    /// ```
    /// use amazons::{Book, BookMove, Position};
    /// let start = Position::start();
    /// let m = "d1-d7/g7".parse()?;
    /// let book = Book::from_entries([(start, [BookMove::new(m, 0.52, 1_000)])])?;
    /// assert_eq!(book.choose(&start, 0), Some(m));
    /// assert_eq!(book.choose(&start.reversed(), 0), Some(m));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_entries<M>(
        entries: impl IntoIterator<Item = (Position, M)>,
    ) -> Result<Book, BookEntryError>
    where
        M: IntoIterator<Item = BookMove>,
    {
        let mut packed: BTreeMap<u64, Vec<PackedMove>> = BTreeMap::new();
        for (entry, (position, moves)) in entries.into_iter().enumerate() {
            let canonical = position.canonical();
            let mut kept = Vec::new();
            for known in moves {
                let BookMove { m, win_rate, .. } = known;
                let checked = position.check(m);
                checked.map_err(|reason| BookEntryError::IllegalMove { entry, m, reason })?;
                if !(0.0..=1.0).contains(&win_rate) {
                    return Err(BookEntryError::WinRate { entry, m, win_rate });
                }
                let images = canonical.symmetries.iter().filter_map(|symmetry| {
                    symmetry.apply_to_move(m, position.columns(), position.rows())
                });
                kept.extend(images.min().map(|m| PackedMove {
                    m,
                    rate: (win_rate * f32::from(MOST_RATE)).round() as u16,
                    visits: known.visits,
                }));
            }
            kept.sort_unstable_by(|a, b| {
                (b.rate, b.visits)
                    .cmp(&(a.rate, a.visits))
                    .then(a.m.cmp(&b.m))
            });
            let mut seen = Vec::new();
            kept.retain(|known| {
                let is_new = !seen.contains(&known.m);
                seen.push(known.m);
                is_new
            });
            kept.truncate(MOST_MOVES);
            if !kept.is_empty() {
                packed.insert(canonical.hash, kept);
            }
        }
        let entries = packed.iter().map(|(&key, moves)| (key, &moves[..]));
        Ok(Book {
            table: Table::pack(entries),
        })
    }

    /// The number of positions, symmetric ones counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.places().len()
    }

    /// Whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.places().is_empty()
    }

    /// What the book knows of a position: legal moves, best first; none if it has not the position.
    #[must_use]
    pub fn moves(&self, position: &Position) -> BookMoves {
        self.find(position).1
    }

    /// One of the moves whose win rate is at most [`MARGIN`](Book::MARGIN) less than the best one's, all as likely; `None` if
    /// the book has not the position. The same seed chooses the same move, and its image in a symmetric position.
    #[must_use]
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let (key, moves) = self.find(position);
        let best = moves.first()?;
        let is_good = |known: &&BookMove| known.win_rate >= best.win_rate - Book::MARGIN;
        let good = moves.iter().take_while(is_good).count() as u32;
        let mut rng = Pcg64Mcg::seed_from_u64(seed ^ key);
        let chosen = moves.get(rng.random_range(0..good.max(1)) as usize)?;
        Some(chosen.m)
    }

    /// The position's key, and its moves.
    fn find(&self, position: &Position) -> (u64, BookMoves) {
        let canonical = position.canonical();
        let mut moves = BookMoves::new();
        // There is always one that leads to the least hash.
        let way = canonical.symmetries.first();
        let way = way.copied().unwrap_or(Symmetry::IDENTITY);
        let (mut columns, mut rows) = (position.columns(), position.rows());
        if way.transposes() {
            (columns, rows) = (rows, columns);
        }
        let back = way.inverse();
        self.table.visit(canonical.hash, |known| {
            // Another position can have the same hash.
            if let Some(m) = back.apply_to_move(known.m, columns, rows)
                && position.is_legal(m)
            {
                let win_rate = f32::from(known.rate) / f32::from(MOST_RATE);
                moves.push(BookMove::new(m, win_rate, known.visits));
            }
        });
        (canonical.hash, moves)
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("positions", &self.len())
            .field("bytes", &self.table.bytes().len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::board::Square;

    proptest! {
        /// What another position with the same hash would have, or what somebody has made up.
        #[test]
        fn only_legal_moves_come_out(
            squares in prop::collection::vec(0..100usize, 48),
            plies in 0..40usize,
            seed: u64,
        ) {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut position = Position::start();
            for _ in 0..plies {
                if let Some(m) = position.random_move(&mut rng) {
                    position.play_unchecked(m);
                }
            }
            let square = |index| Square::from_index(index).unwrap_or(Square::ALL[0]);
            let mut moves: Vec<PackedMove> = squares
                .chunks_exact(3)
                .map(|three| PackedMove {
                    m: Move::new(square(three[0]), square(three[1]), square(three[2])),
                    rate: 7,
                    visits: 0,
                })
                .collect();
            // One that can be played.
            let canonical = position.canonical();
            if let Some(m) = position.random_move(&mut rng) {
                let m = canonical.symmetries[0].apply_to_move(m, 10, 10).unwrap();
                moves[7].m = m;
            }
            // No entry has a move twice.
            let mut seen = HashSet::new();
            moves.retain(|known| seen.insert(known.m));
            let book = Book {
                table: Table::pack([(canonical.hash, &moves[..])].into_iter()),
            };
            let known = book.moves(&position);
            prop_assert!(known.iter().all(|known| position.is_legal(known.m)));
            prop_assert_eq!(known.is_empty(), !position.has_move());
            let chosen = book.choose(&position, seed);
            prop_assert_eq!(chosen.is_some(), position.has_move());
        }
    }

    #[test]
    fn the_book_compiled_in_is_a_book() {
        assert!(Book::parse(include_bytes!("opening.book")).is_ok());
    }
}
