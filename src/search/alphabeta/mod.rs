//! The rival of the tree: a wide alpha-beta search with the same evaluation and the same knowledge of endgames.
//!
//! It deepens ply by ply, searches the moves of a position that look best by static value, the first with the full window
//! and the others with an empty one (principal variation search; Marsland and Campbell 1982), remembers positions and
//! lists of valued moves in tables, and values a line's last position by its own static value and its best child's.

mod leaf;
mod lists;
mod moves;
mod options;
mod ordering;
mod search;
mod table;
mod value;
mod visit;

use core::fmt;
use core::time::Duration;

pub use options::AlphaBetaOptions;

use self::lists::{Child, Lists};
use self::moves::{MOST_MOVES, Valuer};
use self::ordering::Ordering;
use self::search::{Memory, Search};
use self::table::Table;
use super::answer::report_without_search;
use super::bounds::{Bounds, Done};
use super::counting::{LEAF_BYTES, at_root};
use super::report::Proven;
use super::root_solver::RootSolver;
use crate::board::{Move, Position};
use crate::control::{Limits, Stop};
use crate::endgame::Pockets;

/// The share of the memory that the hash table takes, one in so many; the lists of moves, which save most of the work, take
/// what is left.
const TABLE_SHARE: usize = 8;

/// A smaller hash table would be no use.
const LEAST_TABLE_BYTES: usize = 1 << 18;

/// The most plies of a game, and some to spare.
const MOST_PLIES: usize = 102;

/// An alpha-beta search, on the caller's thread.
///
/// ```
/// use amazons::{Limits, Position, control::Stop, tuning::{AlphaBeta, AlphaBetaOptions}};
/// let mut search = AlphaBeta::new(AlphaBetaOptions::new().with_memory_mib(16))?;
/// let report = search.search(&Position::start(), &Limits::nodes(2_000), &Stop::new());
/// assert!(report.best_move.is_some() && report.depth >= 2);
/// # Ok::<(), amazons::tuning::AlphaBetaError>(())
/// ```
pub struct AlphaBeta {
    options: AlphaBetaOptions,
    memory: Memory,
    /// Exclusive-or'ed to the keys of the tables: another in each search that is to know nothing of earlier ones.
    salt: u64,
}

/// What an alpha-beta search says about a position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct AlphaBetaReport {
    /// The move to play. `None` when there is no legal move.
    pub best_move: Option<Move>,
    /// The probability, 0 to 1, that the side to move wins: by the static value at the end of the line, or certain.
    pub win_rate: f32,
    /// The logit of that probability; infinite where it is certain.
    pub logit: f32,
    /// What is certain for the side to move, if anything is.
    pub proven: Option<Proven>,
    /// Plies of the deepest search that was completed.
    pub depth: u32,
    /// Best play of both sides, which starts with the best move.
    pub pv: Vec<Move>,
    /// Positions that the search came to.
    pub visits: u64,
    /// Positions whose slides were valued, and slid positions whose shots were: as the tree's nodes.
    pub nodes: u64,
    /// Static evaluations done.
    pub evaluations: u64,
    /// Time taken.
    pub seconds: f64,
}

impl AlphaBeta {
    /// Bytes needed whatever the size of the tables: lists of moves on the way down, the longest ones that there can be at
    /// the root, and what sorting and praising takes.
    fn fixed_bytes(width: usize) -> usize {
        let lists = 2 * (MOST_MOVES + MOST_PLIES * width) * size_of::<Child>();
        let lines = MOST_PLIES * MOST_PLIES * size_of::<Move>();
        lists + lines + Valuer::BYTES + Ordering::BYTES + Pockets::BYTES + LEAF_BYTES
    }

    /// A search with these options.
    ///
    /// # Errors
    /// When that is too little memory, or more than the system has.
    pub fn new(options: AlphaBetaOptions) -> Result<AlphaBeta, AlphaBetaError> {
        const MIB: usize = 1 << 20;
        let mib = options.memory_mib;
        let bytes = mib.saturating_mul(MIB);
        let needed = 2 * Lists::list_bytes(options.width).max(LEAST_TABLE_BYTES);
        let fixed = AlphaBeta::fixed_bytes(options.width);
        let left = bytes.saturating_sub(RootSolver::bytes(bytes).saturating_add(fixed));
        if left < needed {
            let share = RootSolver::MEMORY_SHARE;
            let least = (fixed + needed + RootSolver::bytes(0)) * share / (share - 1);
            return Err(AlphaBetaError::TooLittleMemory {
                mib,
                least_mib: least.div_ceil(MIB),
            });
        }
        let tables = || {
            let table = Table::new(left / TABLE_SHARE)?;
            let lists = Lists::new(left - left / TABLE_SHARE, options.width)?;
            Some((table, lists))
        };
        let (table, lists) = tables().ok_or(AlphaBetaError::NoMemory { mib })?;
        Ok(AlphaBeta {
            memory: Memory {
                table,
                lists,
                ordering: Ordering::new(),
                valuer: Valuer::new(options.settings.weights),
                solver: RootSolver::new(bytes),
                pockets: Pockets::new(),
            },
            options,
            salt: 0,
        })
    }

    /// Searches a position until a limit is met, a stop is asked for, or nothing is left to find out. The
    /// root's moves are valued whatever the limits. A bound on visits is one on [positions](AlphaBetaReport::visits).
    #[must_use]
    pub fn search(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> AlphaBetaReport {
        let bounds = Bounds::new(position, position.move_count() == 1, 1);
        bounds.set(limits, Duration::ZERO, Done::default());
        let effort = at_root(bounds.most_time(limits), LEAF_BYTES);
        if let Some(known) = report_without_search(position, 1, None, effort) {
            let pv = known.lines.into_iter().next().map(|line| line.pv);
            return AlphaBetaReport {
                best_move: known.best_move,
                win_rate: known.win_rate,
                logit: logit_of(known.proven).unwrap_or(0.0),
                proven: known.proven,
                depth: 0,
                pv: pv.unwrap_or_default(),
                visits: 0,
                nodes: 0,
                evaluations: 0,
                seconds: bounds.elapsed().as_secs_f64(),
            };
        }
        self.memory.table.grow_older();
        self.memory.valuer.reset_counts();
        if !self.options.keep {
            self.salt = next_salt(self.salt);
            self.memory.table.forget(self.salt);
            self.memory.lists.forget(self.salt);
            self.memory.ordering = Ordering::new();
            self.memory.solver.clear();
        }
        self.memory.ordering.fade();
        let search = Search::new(&mut self.memory, &self.options, position, &bounds, stop);
        let found = search.run();
        let proven = match found.value {
            value::WIN.. => Some(Proven::Win),
            ..=value::LOSS => Some(Proven::Loss),
            _ => None,
        };
        AlphaBetaReport {
            best_move: found.best,
            win_rate: value::probability(found.value),
            logit: logit_of(proven).unwrap_or(value::logit(found.value)),
            proven,
            depth: found.depth,
            pv: found.pv,
            visits: found.visits,
            nodes: self.memory.valuer.nodes,
            evaluations: self.memory.valuer.evaluations,
            seconds: bounds.elapsed().as_secs_f64(),
        }
    }
}

impl fmt::Debug for AlphaBeta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

fn logit_of(proven: Option<Proven>) -> Option<f32> {
    proven.map(|proven| match proven {
        Proven::Win => f32::INFINITY,
        Proven::Loss => f32::NEG_INFINITY,
    })
}

/// Another number in each search, its bits all over the word (the steps of SplitMix64; Steele, Lea and Flood 2014).
fn next_salt(salt: u64) -> u64 {
    salt.wrapping_add(0x9e37_79b9_7f4a_7c15)
}

/// Why there is no such search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AlphaBetaError {
    /// Less memory than a search of this width needs.
    TooLittleMemory {
        /// MiB asked for.
        mib: usize,
        /// The least number of MiB.
        least_mib: usize,
    },
    /// The system has not as much memory.
    NoMemory {
        /// MiB asked for.
        mib: usize,
    },
}

impl fmt::Display for AlphaBetaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AlphaBetaError::TooLittleMemory { mib, least_mib } => write!(
                f,
                "{mib} MiB are too little memory for a search: {least_mib} at least"
            ),
            AlphaBetaError::NoMemory { mib } => write!(f, "could not allocate {mib} MiB"),
        }
    }
}

impl core::error::Error for AlphaBetaError {}
