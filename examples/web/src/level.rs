//! How strong the engine plays.

use std::time::Duration;

use amazons::Limits;

/// The levels, from the weakest to the strongest.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// Time that no move of a level exceeds, whatever else the machine does.
const LONGEST: Duration = Duration::from_secs(5);

/// The limits of a level's search: three times the simulations of the level below, from one on.
#[must_use]
pub fn limits(level: u8) -> Limits {
    let steps = level.clamp(*LEVELS.start(), *LEVELS.end()) - LEVELS.start();
    Limits::visits(3u64.pow(u32::from(steps))).with_time(LONGEST)
}
