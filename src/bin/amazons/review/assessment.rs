//! What is known of a position: a search's report, and what is exactly known.

use amazons::control::{MemoryBudget, Pool};
use amazons::endgame::{SolveOptions, Solver, Verdict, contested_squares, is_separated};
use amazons::{Color, Engine, EngineOptions, Limits, Move, Position, Proven, Report};
use serde::Serialize;

use crate::Fault;

/// A position of the game, assessed.
#[derive(Serialize, Clone, Debug)]
pub struct Assessment {
    pub position: Position,
    /// The probability that White wins: 0 or 1 when that is proven.
    pub white_wins: f32,
    /// Moves that White is expected to have left at the end, negative when Black has.
    pub white_margin: f32,
    /// Whether the sides never meet again: what is left is counting.
    pub settled: bool,
    /// Who wins for certain.
    pub winner: Option<Color>,
    /// The search's report.
    pub report: Report,
    /// A move proven to win, where the search's best move is not known to.
    #[serde(skip)]
    winning_move: Option<Move>,
}

impl Assessment {
    /// The probability that `color` wins.
    pub fn wins(&self, color: Color) -> f32 {
        match color {
            Color::White => self.white_wins,
            Color::Black => 1.0 - self.white_wins,
        }
    }

    /// The best move known.
    pub fn best_move(&self) -> Option<Move> {
        self.winning_move.or(self.report.best_move)
    }
}

/// More contested squares than this are left to the search. The hardest of the endgames with so many that the tests'
/// data have takes the solver less than a tenth of a second.
const MOST_CONTESTED: u32 = 24;

/// Nodes after which the solver gives up, a second's work at most.
const SOLVER_NODES: u64 = 1_000_000;

/// The solver's memory.
const SOLVER_MIB: usize = 16;

/// Searches and solves positions.
///
/// The tree is not kept between them. Searches would be faster for it, but then the played move's position would be
/// searched with what its ancestors found out, and the best move's, compared with it, without.
pub struct Assessor {
    engine: Engine,
    solver: Solver,
    limits: Limits,
}

impl Assessor {
    pub fn new(options: EngineOptions, limits: Limits) -> Result<Assessor, Fault> {
        let memory = MemoryBudget::mib(SOLVER_MIB);
        Ok(Assessor {
            engine: Engine::new(options)?,
            solver: Solver::new(Pool::new(1)?, &memory, memory.total())?,
            limits,
        })
    }

    /// Assesses a position with so many times the usual effort.
    pub fn assess(&mut self, position: &Position, times: u32) -> Assessment {
        let report = self.engine.search(position, multiplied(self.limits, times));
        let turn = position.turn();
        let settled = is_separated(position);
        let (mut proven, mut winning_move) = (report.proven, None);
        if proven.is_none() && contested_squares(position) <= MOST_CONTESTED {
            let limits = Limits::nodes(SOLVER_NODES);
            let options = SolveOptions::default().with_limits(limits);
            let solution = self.solver.solve(position, options);
            proven = match solution.verdict {
                Verdict::Win => Some(Proven::Win),
                Verdict::Loss => Some(Proven::Loss),
                _ => None,
            };
            winning_move = solution.winning_moves.first().copied();
        }
        let winner = proven.map(|proven| match proven {
            Proven::Win => turn,
            Proven::Loss => !turn,
        });
        Assessment {
            position: *position,
            white_wins: match winner {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None if turn == Color::White => report.win_rate,
                None => 1.0 - report.win_rate,
            },
            white_margin: turn.sign() as f32 * report.margin,
            settled,
            winner,
            report,
            winning_move,
        }
    }
}

/// The limits of a search that takes `times` as long.
fn multiplied(mut limits: Limits, times: u32) -> Limits {
    limits.time = limits.time.map(|time| time.saturating_mul(times));
    limits.visits = limits
        .visits
        .map(|visits| visits.saturating_mul(u64::from(times)));
    limits.nodes = limits
        .nodes
        .map(|nodes| nodes.saturating_mul(u64::from(times)));
    limits
}
