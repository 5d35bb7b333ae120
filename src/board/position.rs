use core::fmt;
use core::hash::{Hash, Hasher};

use super::bitboard::Bitboard;
use super::color::Color;
use super::lines::{has_open_line, queen_moves};
use super::moves::Move;
use super::slid::Slid;
use super::square::Square;
use super::zobrist;

/// A board of 1x1 to 10x10 squares with amazons and burnt squares on it, and the side to move.
///
/// Any set-up is a position: any number of amazons a side, also none. A board smaller than 10x10 is the lower left
/// corner of the full board with everything outside it unusable. Two positions are equal when their sizes, contents
/// and sides to move are.
///
/// ```
/// use amazons::{Color, Position};
/// let mut position = Position::start();
/// assert_eq!(position.move_count(), 2176);
/// let first: amazons::Move = "d1-d7/g7".parse()?;
/// position.play(first)?;
/// assert_eq!(position.turn(), Color::Black);
/// position.undo(first)?;
/// assert_eq!(position, Position::start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    amazons: [Bitboard; 2],
    empty: Bitboard,
    hash: u64,
    columns: u8,
    rows: u8,
    turn: Color,
}

/// Why a move can't be played, or taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayError {
    /// The square is outside the board.
    OffBoard(Square),
    /// No amazon of the side to move stands on the move's first square.
    NotOwnAmazon(Square),
    /// The amazon can't slide there: the squares are on no common line, or something stands between or on the last.
    Slide {
        /// The amazon's square.
        from: Square,
        /// The square it can't reach.
        to: Square,
    },
    /// The arrow can't fly there.
    Shot {
        /// The square it is shot from.
        from: Square,
        /// The square it can't reach.
        arrow: Square,
    },
    /// The move can't have been the last one played.
    NotLast(Move),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::OffBoard(square) => write!(f, "{square} is outside the board"),
            PlayError::NotOwnAmazon(square) => {
                write!(f, "no amazon of the side to move on {square}")
            }
            PlayError::Slide { from, to } => write!(f, "no free line from {from} to {to}"),
            PlayError::Shot { from, arrow } => {
                write!(f, "no free line for the arrow from {from} to {arrow}")
            }
            PlayError::NotLast(last) => write!(f, "{last} can't have been the last move"),
        }
    }
}

impl core::error::Error for PlayError {}

/// What stands on a square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// An arrow: nothing passes or enters any more.
    Burnt,
    /// An amazon.
    Amazon(Color),
}

/// How a finished game ended: somebody won, there are no draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Outcome {
    /// The side that made the last move.
    pub winner: Color,
}

impl Position {
    /// A board with nothing on it. The size is known to be right.
    pub(super) fn blank(columns: u8, rows: u8, turn: Color) -> Position {
        let mut hash = zobrist::size(columns, rows);
        if turn == Color::Black {
            hash ^= zobrist::black_to_move();
        }
        Position {
            amazons: [Bitboard::EMPTY; 2],
            empty: Bitboard::rectangle(columns, rows),
            hash,
            columns,
            rows,
            turn,
        }
    }

    pub(super) fn put_amazon(&mut self, color: Color, square: Square) {
        self.amazons[color.index()] = self.amazons[color.index()].with(square);
        self.empty = self.empty.without(square);
        self.hash ^= zobrist::amazon(color, square);
    }

    /// Columns of the board, 1 to 10.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Rows of the board, 1 to 10.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// All squares of the board.
    #[must_use]
    pub const fn squares(&self) -> Bitboard {
        Bitboard::rectangle(self.columns, self.rows)
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The same board with `turn` to move.
    #[must_use]
    pub fn with_turn(mut self, turn: Color) -> Position {
        if self.turn != turn {
            self.turn = turn;
            self.hash ^= zobrist::black_to_move();
        }
        self
    }

    /// The squares of one side's amazons.
    #[must_use]
    pub const fn amazons(&self, color: Color) -> Bitboard {
        self.amazons[color.index()]
    }

    /// The empty squares.
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        self.empty
    }

    /// The squares burnt by arrows.
    #[must_use]
    pub fn burnt(&self) -> Bitboard {
        self.squares() - self.empty - self.amazons[0] - self.amazons[1]
    }

    /// What stands on `square`, or `None` outside the board.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Content> {
        if !self.squares().contains(square) {
            None
        } else if self.empty.contains(square) {
            Some(Content::Empty)
        } else if self.amazons(Color::White).contains(square) {
            Some(Content::Amazon(Color::White))
        } else if self.amazons(Color::Black).contains(square) {
            Some(Content::Amazon(Color::Black))
        } else {
            Some(Content::Burnt)
        }
    }

    /// A hash of the position (Zobrist 1970), kept up to date by every move; the same in every build and release.
    #[must_use]
    pub const fn zobrist_hash(&self) -> u64 {
        self.hash
    }

    /// The squares that the amazon on `from` can slide to; empty when no amazon of the side to move stands there.
    #[must_use]
    pub fn slides_from(&self, from: Square) -> Bitboard {
        if self.amazons(self.turn).contains(from) {
            queen_moves(from, self.empty)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The squares that an amazon which slides from `from` to `to` can shoot at. The slide itself is not checked.
    #[must_use]
    pub fn shots(&self, from: Square, to: Square) -> Bitboard {
        queen_moves(to, self.empty.with(from))
    }

    /// Whether the side to move has a move. A slide always leaves a shot: back to the square just left.
    #[must_use]
    pub fn has_move(&self) -> bool {
        !self.amazons(self.turn).neighbours().is_disjoint(self.empty)
    }

    /// How the game ended, or `None` while the side to move has a move.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        (!self.has_move()).then(|| Outcome { winner: !self.turn })
    }

    /// Checks a move.
    ///
    /// # Errors
    /// What is wrong with it, the first fault in the order of the move's squares.
    pub fn check(&self, m: Move) -> Result<(), PlayError> {
        // An open line ends on an empty square, which is one of the board's.
        let legal = self.amazons(self.turn).contains(m.from)
            && has_open_line(m.from, m.to, self.empty)
            && has_open_line(m.to, m.arrow, self.empty.with(m.from));
        if legal {
            return Ok(());
        }
        self.check_slide(m.from, m.to)?;
        if !self.squares().contains(m.arrow) {
            return Err(PlayError::OffBoard(m.arrow));
        }
        Err(PlayError::Shot {
            from: m.to,
            arrow: m.arrow,
        })
    }

    fn check_slide(&self, from: Square, to: Square) -> Result<(), PlayError> {
        let board = self.squares();
        if let Some(square) = [from, to]
            .into_iter()
            .find(|&square| !board.contains(square))
        {
            return Err(PlayError::OffBoard(square));
        }
        if !self.amazons(self.turn).contains(from) {
            return Err(PlayError::NotOwnAmazon(from));
        }
        if !has_open_line(from, to, self.empty) {
            return Err(PlayError::Slide { from, to });
        }
        Ok(())
    }

    /// Whether the side to move may play `m`.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        self.check(m).is_ok()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the position is then as it was.
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        self.check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal. Another leaves a position without meaning, though a safe one.
    pub fn play_unchecked(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m} is not legal");
        self.move_amazon(self.turn, m.from, m.to);
        self.burn(m.arrow);
        self.pass();
    }

    /// Slides an amazon of the side to move; the shot is still to come.
    ///
    /// # Errors
    /// When the slide is not legal.
    pub fn slide(&self, from: Square, to: Square) -> Result<Slid, PlayError> {
        self.check_slide(from, to)?;
        Ok(self.slide_unchecked(from, to))
    }

    /// Slides an amazon of the side to move along a line that is known to be free.
    #[must_use]
    pub fn slide_unchecked(&self, from: Square, to: Square) -> Slid {
        debug_assert!(
            self.check_slide(from, to).is_ok(),
            "{from}-{to} is no slide"
        );
        let mut position = *self;
        position.move_amazon(self.turn, from, to);
        Slid::new(position, from, to)
    }

    /// Takes back the last move.
    ///
    /// # Errors
    /// When `m` can't have been the last move; the position is then as it was.
    pub fn undo(&mut self, m: Move) -> Result<(), PlayError> {
        let mover = !self.turn;
        let stands = self.amazons(mover).contains(m.to)
            && self.burnt().contains(m.arrow)
            && (self.empty.contains(m.from) || m.from == m.arrow);
        if stands {
            let mut before = *self;
            before.pass();
            before.burn(m.arrow);
            before.move_amazon(mover, m.to, m.from);
            if before.is_legal(m) {
                *self = before;
                return Ok(());
            }
        }
        Err(PlayError::NotLast(m))
    }

    /// Burns an empty square, or makes a burnt one empty again.
    pub(super) fn burn(&mut self, square: Square) {
        self.empty ^= Bitboard::from(square);
        self.hash ^= zobrist::burnt(square);
    }

    pub(super) fn pass(&mut self) {
        self.turn = !self.turn;
        self.hash ^= zobrist::black_to_move();
    }

    fn move_amazon(&mut self, color: Color, from: Square, to: Square) {
        let change = Bitboard::from(from) ^ Bitboard::from(to);
        self.amazons[color.index()] ^= change;
        self.empty ^= change;
        self.hash ^= zobrist::amazon(color, from) ^ zobrist::amazon(color, to);
    }
}

/// The standard start.
impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        // The sides of the board are told apart by the burnt squares only if the sizes are the same.
        (self.columns, self.rows, self.turn, self.amazons, self.empty)
            == (
                other.columns,
                other.rows,
                other.turn,
                other.amazons,
                other.empty,
            )
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}
