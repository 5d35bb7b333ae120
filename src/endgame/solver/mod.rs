//! Who wins with best play.
//!
//! A position is taken apart into contested parts and a balance of free moves. Bounds in whole moves decide most positions
//! at sight; small parts are searched alone and bounded for good; the rest is searched by proof numbers, with a table
//! shared by all threads that remembers from which balance on a sum of parts is won.

mod crew;
mod proof;
mod search;
mod shared;
mod solution;
mod sum;
mod table;

use std::sync::Arc;
use std::time::Instant;

use super::boxes::prepare;
use super::fill_search::{Effort, FillSearch};
use crate::control::{Limits, MemoryBudget, OverBudget, Pool, Progress, Reservation, Stop};
use crate::{Move, Position, Symmetry};
use crew::Gathering;
use search::Search;
use shared::Shared;
pub use solution::{Solution, SolveProgress, Verdict};
use sum::Sum;
use table::Table;

/// The part of the memory that workers' memories of fills take, one in so many; the table takes the rest.
const FILLS_SHARE: usize = 8;

/// Finds out who wins with best play.
///
/// It remembers: solving a position again, or one that follows from it, is faster.
///
/// ```
/// use amazons::control::{MemoryBudget, Pool};
/// use amazons::endgame::{Solver, SolveOptions, Verdict};
/// use amazons::Position;
/// let memory = MemoryBudget::mib(16);
/// let mut solver = Solver::new(Pool::new(1)?, &memory, 8 << 20)?;
/// let position = Position::standard(4, 4).unwrap();
/// let solution = solver.solve(&position, SolveOptions::default());
/// assert_eq!(solution.verdict, Verdict::Loss); // the second player wins on 4x4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pool: Pool,
    table: Arc<Table>,
    fills_bytes: usize,
    _memory: Reservation,
}

/// What to find out, and when to give up.
#[derive(Debug)]
#[non_exhaustive]
pub struct SolveOptions {
    /// Time and nodes; a bound on visits means nothing here.
    pub limits: Limits,
    /// Ends the solving from another thread.
    pub stop: Stop,
    /// Find all winning moves, not one.
    pub all_moves: bool,
    /// Find a [line](Solution::line) of best play.
    pub line: bool,
    /// Called back on the caller's thread.
    pub progress: Option<Progress<SolveProgress>>,
}

/// Without limits: one winning move, no line.
impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions {
            limits: Limits::unlimited(),
            stop: Stop::new(),
            all_moves: false,
            line: false,
            progress: None,
        }
    }
}

impl SolveOptions {
    /// These options with limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> SolveOptions {
        self.limits = limits;
        self
    }

    /// These options with a request to stop that another thread holds too.
    #[must_use]
    pub fn with_stop(mut self, stop: Stop) -> SolveOptions {
        self.stop = stop;
        self
    }

    /// These options, with whether to find all winning moves.
    #[must_use]
    pub fn with_all_moves(mut self, all: bool) -> SolveOptions {
        self.all_moves = all;
        self
    }

    /// These options, with whether to find a line of best play.
    #[must_use]
    pub fn with_line(mut self, line: bool) -> SolveOptions {
        self.line = line;
        self
    }

    /// These options with a callback.
    #[must_use]
    pub fn with_progress(mut self, progress: Progress<SolveProgress>) -> SolveOptions {
        self.progress = Some(progress);
        self
    }
}

impl Solver {
    /// A solver that uses all threads of `pool` and remembers in `bytes` bytes of `memory`. More is better: positions that
    /// take minutes want hundreds of MiB. What the
    /// threads work with, lists of the children on the way down, comes on top.
    ///
    /// # Errors
    /// When `memory` has fewer than `bytes` bytes left, or the system has.
    pub fn new(pool: Pool, memory: &MemoryBudget, bytes: usize) -> Result<Solver, SolverError> {
        let reservation = memory.reserve(bytes).map_err(SolverError::Budget)?;
        let fills = bytes / FILLS_SHARE;
        let table = Table::new(bytes - fills).ok_or(SolverError::NoMemory { bytes })?;
        prepare();
        Ok(Solver {
            fills_bytes: fills / pool.threads(),
            table: Arc::new(table),
            pool,
            _memory: reservation,
        })
    }

    /// Solves a position for the side to move.
    ///
    /// With one thread the answer depends only on the position, on limits other than time, and on what the solver
    /// remembers. When a limit or a stop ends the search, the verdict may be unknown, and the winning moves are those
    /// found until then.
    pub fn solve(&mut self, position: &Position, options: SolveOptions) -> Solution {
        let start = Instant::now();
        let SolveOptions {
            limits,
            stop,
            all_moves,
            line,
            mut progress,
        } = options;
        let shared = Arc::new(Shared::new(
            Arc::clone(&self.table),
            self.pool.threads(),
            limits,
            stop,
        ));
        let (moves, symmetries) = unlike_moves(position);
        shared.open_moves(moves.len());
        let total_moves = moves.len();
        let mut search = Search::new(&shared, self.fills_bytes);
        if let Some(progress) = &mut progress {
            search.on_block = Some(Box::new(|shared: &Shared| {
                progress.tick(|| SolveProgress {
                    nodes: shared.nodes(),
                    seconds: start.elapsed().as_secs_f64(),
                    depth: shared.depth(),
                    moves: total_moves,
                    refuted: total_moves - shared.still_open().min(total_moves),
                });
            }));
        }
        let mut solution = Solution::unknown();
        if let Some(answer) = self.run(&Job::Root(*position, moves.clone()), &mut search) {
            solution.verdict = Verdict::from_win(answer.wins);
            solution.complete = !answer.wins;
            if answer.wins {
                let found =
                    self.winning_moves(position, &moves, answer.best, all_moves, &mut search);
                solution.complete = found.complete;
                solution.winning_moves = all_images(position, &found.moves, &symmetries);
            }
            if line {
                shared.begin();
                let first = solution.winning_moves.first().copied();
                solution.line = search.line(position, answer.wins, first);
            }
        }
        drop(search);
        solution.nodes = shared.nodes();
        solution.depth = shared.depth();
        solution.seconds = start.elapsed().as_secs_f64();
        solution
    }

    /// The moves among `moves` that win: all, or one. `known` is one of them.
    fn winning_moves(
        &self,
        position: &Position,
        moves: &[Move],
        known: Option<Move>,
        all: bool,
        search: &mut Search,
    ) -> Found {
        let mut found = Found {
            moves: known.into_iter().collect(),
            complete: false,
        };
        if !all && known.is_some() {
            return found;
        }
        for &m in moves {
            if known == Some(m) {
                continue;
            }
            let mut after = *position;
            after.play_unchecked(m);
            let child = Sum::of(&after, &mut search.fills);
            match self.run(&Job::Sum(child), search) {
                Some(Answer { wins: false, .. }) => found.moves.push(m),
                Some(_) => {}
                None => return found,
            }
            if !all && !found.moves.is_empty() {
                return found;
            }
        }
        found.complete = true;
        found
    }

    /// Does a job with all threads, or gives up. The caller's thread is one of the workers.
    fn run(&self, job: &Job, search: &mut Search) -> Option<Answer> {
        let shared = search.shared;
        shared.begin();
        let gathering = Gathering {
            crew: Arc::default(),
            shared,
            pool: &self.pool,
        };
        for _ in 1..self.pool.threads() {
            let (shared, job, bytes) = (Arc::clone(shared), job.clone(), self.fills_bytes);
            let crew = Arc::clone(&gathering.crew);
            let spawned = self.pool.spawn(move || {
                let Some(_member) = crew.join() else {
                    return;
                };
                let mut search = Search::new(&shared, bytes);
                if let Some(answer) = job.answer(&mut search) {
                    search.shared.finish(Some(answer));
                }
            });
            if spawned.is_err() {
                // Fewer threads do the job too.
                break;
            }
        }
        let own = job.answer(search);
        shared.finish(own);
        drop(gathering);
        shared.answer()
    }
}

/// The number of empty squares in parts of the position whose worth is not known at sight: what the cost of solving it
/// grows with. The endgame of a full board with 25 empty squares left mostly takes under a millisecond, an open board with
/// 12 (4x5 with four amazons a side) ten seconds.
///
/// ```
/// use amazons::{Position, endgame};
/// assert_eq!(endgame::contested_squares(&Position::standard(4, 5).unwrap()), 12);
/// assert_eq!(endgame::contested_squares(&"Q1*1q/1***1 w".parse()?), 0);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn contested_squares(position: &Position) -> u32 {
    Sum::of(position, &mut FillSearch::new(Effort::work(0))).size()
}

/// Why there is no such solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SolverError {
    /// The budget has not as much left.
    Budget(OverBudget),
    /// The system has not as much memory.
    NoMemory {
        /// Bytes asked for.
        bytes: usize,
    },
}

impl core::fmt::Display for SolverError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            SolverError::Budget(error) => error.fmt(f),
            SolverError::NoMemory { bytes } => {
                write!(f, "the system has no {bytes} bytes of memory for a solver")
            }
        }
    }
}

impl core::error::Error for SolverError {}

/// What the workers find out together.
#[derive(Clone, Debug)]
enum Job {
    /// Who wins a position, where these moves are as good as all.
    Root(Position, Vec<Move>),
    /// Who wins a sum.
    Sum(Sum),
}

/// Whether the side to move wins, and by which move if that came out.
#[derive(Clone, Copy, Debug)]
struct Answer {
    wins: bool,
    best: Option<Move>,
}

impl Job {
    fn answer(&self, search: &mut Search) -> Option<Answer> {
        match self {
            Job::Root(position, moves) => search.prove_root(position, moves),
            Job::Sum(sum) => Some(Answer {
                wins: search.prove(sum, 1)?,
                best: None,
            }),
        }
    }
}

struct Found {
    moves: Vec<Move>,
    complete: bool,
}

/// The legal moves but for those that a symmetry of the position makes of another one, and these symmetries.
fn unlike_moves(position: &Position) -> (Vec<Move>, Vec<Symmetry>) {
    let (columns, rows) = (position.columns(), position.rows());
    let symmetries: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| position.transformed(symmetry) == *position)
        .collect();
    let mut moves = position.legal_moves();
    moves.retain(|&m| {
        symmetries.iter().all(|symmetry| {
            symmetry
                .apply_to_move(m, columns, rows)
                .is_none_or(|image| image >= m)
        })
    });
    (moves, symmetries)
}

/// The moves and all that the symmetries make of them, in order.
fn all_images(position: &Position, moves: &[Move], symmetries: &[Symmetry]) -> Vec<Move> {
    let mut images: Vec<Move> = moves
        .iter()
        .flat_map(|&m| {
            symmetries.iter().filter_map(move |symmetry| {
                symmetry.apply_to_move(m, position.columns(), position.rows())
            })
        })
        .collect();
    images.sort_unstable();
    images.dedup();
    images
}
