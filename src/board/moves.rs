use super::square::Square;

/// One ply: an amazon slides from `from` to `to`, then shoots an arrow from there to `arrow`.
///
/// `Display` writes the literature's form, `d1-d7/g7`; [`notation`](crate::notation) reads the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square the amazon leaves.
    pub from: Square,
    /// The square it slides to.
    pub to: Square,
    /// The square its arrow burns; may be `from`.
    pub arrow: Square,
}

impl Move {
    /// The move with these three squares; nothing says that it is legal anywhere.
    #[must_use]
    pub const fn new(from: Square, to: Square, arrow: Square) -> Move {
        Move { from, to, arrow }
    }
}

impl core::fmt::Display for Move {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}-{}/{}", self.from, self.to, self.arrow)
    }
}

impl core::fmt::Debug for Move {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}
