use super::bitboard::Bitboard;
use super::color::Color;
use super::lines::queen_moves;
use super::moves::Move;
use super::position::{PlayError, Position};
use super::square::Square;
use super::zobrist;

/// A position in the middle of a ply: an amazon has slid and must shoot.
///
/// ```
/// use amazons::Position;
/// let start = Position::start();
/// let slid = start.slide("d1".parse()?, "d7".parse()?)?;
/// assert!(slid.shots().contains("d1".parse()?));
/// let mut played = start;
/// played.play("d1-d7/g7".parse()?)?;
/// assert_eq!(slid.shoot("g7".parse()?)?, played);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slid {
    /// The amazon stands on its new square; the turn is still the slider's.
    position: Position,
    from: Square,
    to: Square,
}

impl Slid {
    pub(super) fn new(position: Position, from: Square, to: Square) -> Slid {
        Slid { position, from, to }
    }

    /// The side that slid and now shoots.
    #[must_use]
    pub const fn mover(&self) -> Color {
        self.position.turn()
    }

    /// The square the amazon left.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The square it stands on now.
    #[must_use]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The squares of one side's amazons.
    #[must_use]
    pub const fn amazons(&self, color: Color) -> Bitboard {
        self.position.amazons(color)
    }

    /// The empty squares, the one just left among them.
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        self.position.empty()
    }

    /// The squares the arrow can burn: never none, since the square just left is one.
    #[must_use]
    pub fn shots(&self) -> Bitboard {
        queen_moves(self.to, self.empty())
    }

    /// Shoots.
    ///
    /// # Errors
    /// When the arrow can't fly there.
    pub fn shoot(&self, arrow: Square) -> Result<Position, PlayError> {
        if self.shots().contains(arrow) {
            Ok(self.shoot_unchecked(arrow))
        } else if self.position.squares().contains(arrow) {
            Err(PlayError::Shot {
                from: self.to,
                arrow,
            })
        } else {
            Err(PlayError::OffBoard(arrow))
        }
    }

    /// Shoots at a square that is known to be among the [`shots`](Slid::shots).
    #[must_use]
    pub fn shoot_unchecked(&self, arrow: Square) -> Position {
        debug_assert!(
            self.shots().contains(arrow),
            "no shot from {} to {arrow}",
            self.to
        );
        let mut position = self.position;
        position.burn(arrow);
        position.pass();
        position
    }

    /// The whole move that a shot at `arrow` completes.
    #[must_use]
    pub const fn completed(&self, arrow: Square) -> Move {
        Move::new(self.from, self.to, arrow)
    }

    /// A hash, different from those of all positions and of slid positions with another slider.
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        self.position.zobrist_hash() ^ zobrist::slider(self.to)
    }
}
