//! What the evaluation counts: integers only, so that every kernel gives exactly the same.

use crate::board::{Bitboard, Color, Position, Slid};

/// The sets of squares that the territory features depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// The amazons of both sides, by [`Color::index`].
    pub amazons: [Bitboard; 2],
    pub empty: Bitboard,
    /// The side to move; after a slide and before the shot, the one that did not slide.
    pub turn: Color,
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Board {
        Board {
            amazons: Color::ALL.map(|color| position.amazons(color)),
            empty: position.empty(),
            turn: position.turn(),
        }
    }
}

impl From<&Slid> for Board {
    fn from(slid: &Slid) -> Board {
        Board {
            amazons: Color::ALL.map(|color| slid.amazons(color)),
            empty: slid.empty(),
            turn: !slid.mover(),
        }
    }
}

/// Units of [`Features::contested`] a square. Four sets tell 0, 1, 2, 3 and more moves apart; what is further apart counts
/// 1/16 too.
pub(crate) const CONTESTED_UNIT: i32 = 16;
/// [`Features::nearness`] is in units of two to the minus this.
pub(crate) const NEARNESS_BITS: u32 = 8;
/// King moves of lead that count at most: the 6 of Lieberum's c2.
pub(crate) const KING_LEAD_CAP: i32 = 6;
/// Steps along a line up to which mobility alpha counts. The ninth, from one edge of an empty board to the other, would add
/// N(b)/256 and is left out.
pub(crate) const ALPHA_STEPS: u32 = 8;
/// Units of mobility alpha in one: 2^7, exact for eight steps.
pub(crate) const ALPHA_UNIT: i32 = 128;
/// Units of [`Features::immobility`] in one amazon without any freedom.
pub(crate) const IMMOBILITY_UNIT: i32 = 1 << 14;

/// Sums over the empty squares and over the amazons of one board, White minus Black where a sign is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Features {
    /// Squares nearer to White by D1 minus those nearer to Black.
    pub queen_race: i32,
    /// Squares at equal finite D1.
    pub queen_ties: i32,
    /// Squares nearer to White by D2 minus those nearer to Black.
    pub king_race: i32,
    /// Squares at equal finite D2.
    pub king_ties: i32,
    /// c1: the sum of 2 (2^-D1 of White - 2^-D1 of Black), in units of 2^-[`NEARNESS_BITS`], rounded down.
    pub nearness: i32,
    /// c2: the sum of D2 of Black minus D2 of White, each difference at most [`KING_LEAD_CAP`].
    pub king_lead: i32,
    /// w: the sum of 2^-|difference of D1| over the squares both reach, no summand below 1/16, in
    /// [`CONTESTED_UNIT`]ths.
    pub contested: i32,
    /// The sum over the amazons of 2^(-alpha/6) and of 2^(-alpha/24), White's minus Black's, in
    /// [`IMMOBILITY_UNIT`]ths.
    pub immobility: [i32; 2],
}
