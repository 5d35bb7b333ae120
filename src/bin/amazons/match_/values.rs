//! The values of a player's settings, `KEY=VALUE` on the command line.

use std::ops::RangeInclusive;
use std::str::FromStr;

use amazons::Limits;

use crate::duration;

/// Any value that can be read from its text.
pub(super) fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    let number = value.parse();
    number.map_err(|_| format!("{key}={value}: not a valid value"))
}

/// A constant of the search: with what is no number, or one out of range, every position would look lost.
pub(super) fn constant(key: &str, value: &str, range: RangeInclusive<f32>) -> Result<f32, String> {
    let constant = number(key, value)?;
    if range.contains(&constant) {
        Ok(constant)
    } else {
        let (least, most) = (range.start(), range.end());
        Err(format!("{key}={value} can't be: {least} to {most}"))
    }
}

/// Sets a limit, and says whether `key` is one.
pub(super) fn set_limit(limits: &mut Limits, key: &str, value: &str) -> Result<bool, String> {
    match key {
        "time" => limits.time = Some(duration::parse(value)?),
        "visits" => limits.visits = Some(number(key, value)?),
        "nodes" => limits.nodes = Some(number(key, value)?),
        _ => return Ok(false),
    }
    Ok(true)
}
