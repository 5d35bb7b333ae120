//! Values as the search compares them: whole numbers, for the side to move.

use crate::territory::win_probability;

/// A value for the side to move: a logit of winning in [`UNITS`], or [`WIN`] or its negative where that is proven.
pub(super) type Value = i32;

/// Steps of a value to one unit of the logit: a five-hundredth is far below what the evaluation can tell apart, and
/// all logits fit in 16 bits.
const UNITS: f32 = 512.0;

/// A proven win. How long it takes is nowhere counted: every move burns a square, so that no win can be put off for ever.
pub(super) const WIN: Value = 32_000;

/// A proven loss.
pub(super) const LOSS: Value = -WIN;

/// A loss in all moves that were looked at, while others were passed over.
pub(super) const NEARLY_LOST: Value = -31_500;

/// The greatest value that the evaluation gives.
const MOST: f32 = 31_000.0;

/// Greater than every value.
pub(super) const INFINITE: Value = 32_001;

/// The value of a logit for the same side.
pub(super) fn of_logit(logit: f32) -> Value {
    (logit * UNITS).round().clamp(-MOST, MOST) as Value
}

/// The logit of a value.
pub(super) fn logit(value: Value) -> f32 {
    value as f32 / UNITS
}

/// The probability that the side wins whose value it is.
pub(super) fn probability(value: Value) -> f32 {
    match value {
        WIN.. => 1.0,
        ..=LOSS => 0.0,
        _ => win_probability(logit(value)),
    }
}
