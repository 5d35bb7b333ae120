//! How arrows cut the board into parts that can't touch each other.

use smallvec::SmallVec;

use crate::{Bitboard, Color, Position};

/// One connected part of the board that still matters: unburnt squares, at least one of them empty and at least one with
/// an amazon, joined by king steps over empty squares *and* amazons of both colours.
///
/// Nothing that happens in a part ever reaches another one. Amazons that only touch are in one part, because the square
/// that one of them leaves can be entered by the other. All of
///
/// ```text
/// * . * . q
/// * * Q * *
/// * q * . *
/// ```
///
/// is one part, though no empty square is open to both colours yet: once White's amazon has moved to b3 and shot back,
/// or to d3, Black's may enter what it left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    amazons: [Bitboard; 2],
    empty: Bitboard,
}

/// The parts of a position: rarely more than eight.
pub type Parts = SmallVec<[Part; 8]>;

impl Part {
    /// The squares of one side's amazons in the part.
    #[must_use]
    pub const fn amazons(&self, color: Color) -> Bitboard {
        self.amazons[color.index()]
    }

    /// The part's empty squares: never none.
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        self.empty
    }

    /// The side all of whose amazons these are, or `None` when the part holds both colours.
    #[must_use]
    pub const fn owner(&self) -> Option<Color> {
        match (self.amazons[0].is_empty(), self.amazons[1].is_empty()) {
            (false, true) => Some(Color::White),
            (true, false) => Some(Color::Black),
            _ => None,
        }
    }

    /// The empty squares no amazon of the other side can reach as long as no amazon of `color` moves: those in pockets
    /// whose only doors are amazons of `color`, its **blockers**.
    ///
    /// ```
    /// use amazons::{Color, Position, endgame};
    /// let position: Position = "3Q1q2 w".parse()?;
    /// let part = endgame::parts(&position)[0];
    /// assert_eq!(part.owner(), None);
    /// assert_eq!(part.behind_blockers(Color::White).count(), 3);
    /// assert_eq!(part.behind_blockers(Color::Black).count(), 2);
    /// # Ok::<(), amazons::notation::ParseFenError>(())
    /// ```
    #[must_use]
    pub fn behind_blockers(&self, color: Color) -> Bitboard {
        let enemy = self.amazons(!color).neighbours() & self.empty;
        self.empty - enemy.flood(self.empty)
    }
}

/// The parts of a position, in the order of their first amazons (White's first). Burnt squares, dead empty squares (those that no amazon
/// can ever reach) and amazons without an empty square anywhere near belong to none.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "Q1*1q/1*1*1 w".parse()?;
/// let parts = endgame::parts(&position);
/// assert_eq!(parts.len(), 1);
/// let position: Position = "Q1*1q/1***1 w".parse()?;
/// let parts = endgame::parts(&position);
/// assert_eq!(parts.len(), 2);
/// assert_eq!(parts[1].owner(), Some(Color::Black));
/// assert_eq!(parts[1].empty().count(), 2);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn parts(position: &Position) -> Parts {
    let amazons = Color::ALL.map(|color| position.amazons(color));
    split(amazons, position.empty())
}

/// The dead squares: empty ones that no amazon can ever reach.
///
/// ```
/// use amazons::{Position, endgame};
/// let position: Position = "Q1*1*1q w".parse()?;
/// let dead: Vec<String> = endgame::dead_squares(&position).iter().map(|s| s.to_string()).collect();
/// assert_eq!(dead, ["d1"]);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn dead_squares(position: &Position) -> Bitboard {
    let amazons = position.amazons(Color::White) | position.amazons(Color::Black);
    position.empty() - amazons.flood(amazons | position.empty())
}

/// The parts that these squares make.
pub(super) fn split(amazons: [Bitboard; 2], empty: Bitboard) -> Parts {
    let mut parts = Parts::new();
    let unburnt = amazons[0] | amazons[1] | empty;
    let mut rest = amazons[0] | amazons[1];
    while let Some(seed) = rest.first() {
        let all = Bitboard::from(seed).flood(unburnt).with(seed);
        rest -= all;
        if !all.is_disjoint(empty) {
            parts.push(Part {
                amazons: amazons.map(|own| own & all),
                empty: all & empty,
            });
        }
    }
    parts
}

/// Whether no part of the position holds amazons of both colours: then neither side can ever get in the other's way, and
/// the side to move wins if and only if its [total](super::separated_totals) of moves is greater.
///
/// Fast enough to ask of every position of a search: it stops at the first step that joins the colours.
///
/// ```
/// use amazons::{Position, endgame};
/// assert!(!endgame::is_separated(&Position::start()));
/// // No empty square is open to both colours, but the amazons touch.
/// assert!(!endgame::is_separated(&"*1*1q/**Q**/*q*1* w".parse()?));
/// assert!(endgame::is_separated(&"Q1*1q/1***1 w".parse()?));
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn is_separated(position: &Position) -> bool {
    let white = position.amazons(Color::White);
    let black = position.amazons(Color::Black);
    let empty = position.empty();
    let open = empty.neighbours();
    let unburnt = white | black | empty;
    // A part holding both colours has an amazon of one of them next to an empty square.
    let Some(reached) = flood_avoiding(white & open, unburnt, black) else {
        return false;
    };
    white.is_subset(reached) || flood_avoiding(black & open, unburnt, white).is_some()
}

/// All squares that king steps over `passable` reach from `seed`, or `None` when one of `avoid` is among them.
fn flood_avoiding(seed: Bitboard, passable: Bitboard, avoid: Bitboard) -> Option<Bitboard> {
    let mut reached = seed;
    loop {
        let next = reached | reached.neighbours() & passable;
        if !next.is_disjoint(avoid) {
            return None;
        }
        if next == reached {
            return Some(reached);
        }
        reached = next;
    }
}
