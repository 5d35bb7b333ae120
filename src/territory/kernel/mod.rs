//! Counting the features.

mod immobility;
mod portable;

pub(super) use portable::{alpha, features};
