use core::fmt;
use core::str::FromStr;

use crate::search::Noise;

/// How strong an opponent is to be, from 1, a beginner, to 12, which makes no errors on purpose. Stronger still is a search with
/// [limits](crate::Limits) of its own.
///
/// A level is a number of simulations and, below the uppermost, errors of judgement made on purpose. Time has no part
/// in it: the same seed plays the same moves on a slow and on a fast machine. Every level takes a win that it can see: a
/// move that ends the game at once always, a proven one if its simulations prove it.
///
/// ```
/// use amazons::{Engine, EngineOptions, Level, Position};
/// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
/// let position = Position::start();
/// let beginner = Level::new(2).unwrap();
/// let m = engine.play_level(&position, beginner, 7).unwrap();
/// assert_eq!(engine.play_level(&position, beginner, 7), Some(m));
/// # Ok::<(), amazons::EngineError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Simulations, and the standard deviation of the errors in units of the logit of winning. Chosen so that each level wins 65%
/// to 85% of its games against the one below.
const TERMS: [(u64, f32); Level::COUNT as usize] = [
    (2, 2.0),
    (4, 1.5),
    (6, 1.27),
    (11, 1.04),
    (20, 0.87),
    (36, 0.72),
    (62, 0.55),
    (115, 0.41),
    (205, 0.295),
    (430, 0.18),
    (850, 0.085),
    (1_800, 0.0),
];

impl Level {
    const COUNT: u8 = 12;

    /// The beginner.
    pub const WEAKEST: Level = Level(1);

    /// The strongest.
    pub const STRONGEST: Level = Level(Level::COUNT);

    /// The level with this number, 1 to 12.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=Level::COUNT => Some(Level(number)),
            _ => None,
        }
    }

    /// All levels, weakest first.
    pub const ALL: [Level; Level::COUNT as usize] = {
        let mut all = [Level::WEAKEST; Level::COUNT as usize];
        let mut below = 0;
        while below < all.len() {
            all[below] = Level(below as u8 + 1);
            below += 1;
        }
        all
    };

    /// 1 to 12.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Simulations that a move takes.
    #[must_use]
    pub const fn visits(self) -> u64 {
        TERMS[self.0 as usize - 1].0
    }

    pub(super) fn noise(self, seed: u64) -> Noise {
        Noise {
            deviation: TERMS[usize::from(self.0) - 1].1,
            seed,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let number = text.parse().ok();
        number.and_then(Level::new).ok_or(ParseLevelError)
    }
}

/// The text is no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level is a number from 1 to {}", Level::COUNT)
    }
}

impl core::error::Error for ParseLevelError {}
