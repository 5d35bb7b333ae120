//! What is exactly known: separation, the longest fills of closed regions, and who wins.
//!
//! Arrows cut the board into [parts](Part). When no part holds both colours the game is a count: each side fills its own
//! regions, and who has more moves wins. Counting squares is wrong where a region is *defective* (its longest
//! sequence of moves leaves squares over), so the counts here are found by bounds and, where these are open, by search.
//!
//! ```text
//! * * *      The smallest defective region: the amazon takes a1 or c1, and has to
//! * Q *      burn b2 behind it, for nothing else can be seen from there. Two empty
//! . * .      squares, one move.
//! ```
//!
//! From the cheapest question to the dearest: [`is_separated`] (tens of nanoseconds), [`decided_winner`] (no search),
//! [`separated_winner`] and [`separated_totals`] (half a microsecond for most positions, by `cargo bench --bench endgame`),
//! [`longest_fill`], and the [`Solver`].

mod blocks;
mod bounds;
mod boxes;
mod defects;
mod fill;
mod fill_search;
mod filling;
mod lone;
mod pockets;
mod region;
mod solver;
mod surplus;
mod totals;

pub(crate) use boxes::prepare;
pub use defects::{DefectRow, MAX_DEFECT_SIZE, defect_table};
pub(crate) use fill::longest_fill_within;
pub use fill::{Fill, FillBounds, fill_bounds, longest_fill};
pub(crate) use fill_search::Effort;
pub(crate) use pockets::Pockets;
pub use region::{Part, Parts, dead_squares, is_separated, parts};
pub use solver::{
    Solution, SolveOptions, SolveProgress, Solver, SolverError, Verdict, contested_squares,
};
pub(crate) use surplus::decided_winner_with;
pub use surplus::{Surplus, decided_winner, surplus};
pub use totals::{Totals, separated_totals, separated_winner};
pub(crate) use totals::{separated_totals_within, separated_winner_within};
