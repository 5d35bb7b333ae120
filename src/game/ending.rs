use core::fmt;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Ending {
    /// The loser, on move, had no move.
    NoMove,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The record names a winner and no reason.
    Unknown,
    /// Nobody has won yet.
    Unfinished,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::NoMove => "no move",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::Unknown => "unknown",
            Ending::Unfinished => "unfinished",
        })
    }
}
