//! What is exactly known: separation, the longest fills of closed regions, and who wins.
//!
//! Arrows cut the board into [parts](Part). When no part holds both colours the game is a count: each side fills its own
//! regions, and who has more moves wins. Counting squares is wrong where a region is *defective* (its longest
//! sequence of moves leaves squares over), so the counts here are found by bounds and, where these are open, by search.

mod blocks;
mod bounds;
mod boxes;
mod defects;
mod fill;
mod region;
mod solver;
mod totals;

pub use defects::{DefectRow, MAX_DEFECT_SIZE, defect_table};
pub use fill::{Fill, FillBounds, fill_bounds, longest_fill};
pub use region::{Part, Parts, is_separated, parts};
pub use solver::{Solution, SolveOptions, SolveProgress, Solver, Verdict};
pub use totals::{Totals, separated_totals, separated_winner};
