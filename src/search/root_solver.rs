//! The solver at the root: late positions are solved while the tree searches them.

use std::sync::{Mutex, PoisonError};

use crate::board::{Move, Position};
use crate::control::{Limits, MemoryBudget, Pool, Stop};
use crate::endgame::{Solution, SolveOptions, Solver, Verdict, contested_squares};

/// Positions with more contested squares are not tried: their nodes take longer, and many more are needed.
const MOST_CONTESTED: u32 = 30;

/// Nodes of the first attempt, made before the first simulation, a millisecond or two: three times what the positions of
/// tests/data/winner_big.jsonl take on average (`cargo bench --bench endgame -- rival`). Each further attempt has twice as many up to the most, some twenty milliseconds; the table
/// remembers what the last one found out.
const FIRST_NODES: u64 = 64;
const MOST_NODES: u64 = 1024;

/// Simulations that the tree has made, a node, before the next attempt: the solver then takes a quarter of the worker's
/// time at most.
const SIMULATIONS_A_NODE: u64 = 16;

/// Bytes that the solver needs beside its table: lists of children on its way down.
const LISTS_BYTES: usize = 64 << 10;

/// The solver of an engine, made when it is first needed.
pub(super) struct RootSolver {
    table_bytes: usize,
    solver: Mutex<Option<Solver>>,
}

impl RootSolver {
    /// The share of the memory that the solver's table takes, one in so many.
    pub(super) const MEMORY_SHARE: usize = 16;

    /// The solver's part of an engine's memory.
    pub(super) const fn bytes(memory: usize) -> usize {
        memory / Self::MEMORY_SHARE + LISTS_BYTES
    }

    /// A solver that takes the part of these bytes that is meant for it.
    pub(super) fn new(memory: usize) -> RootSolver {
        RootSolver {
            table_bytes: memory / Self::MEMORY_SHARE,
            solver: Mutex::new(None),
        }
    }

    /// Forgets all that was found out.
    pub(super) fn clear(&mut self) {
        *self
            .solver
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn solve(&self, position: &Position, limits: Limits, stop: &Stop) -> Option<Solution> {
        let mut slot = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            let pool = Pool::new(1).ok()?;
            let memory = MemoryBudget::bytes(self.table_bytes);
            *slot = Solver::new(pool, &memory, self.table_bytes).ok();
        }
        let options = SolveOptions::default()
            .with_limits(limits)
            .with_stop(stop.clone());
        Some(slot.as_mut()?.solve(position, options))
    }
}

/// The attempts of one search to solve its root.
pub(super) struct Attempts {
    position: Position,
    next_nodes: u64,
    /// Simulations after which the next attempt is due.
    due: u64,
}

impl Attempts {
    /// The attempts at a position; none where it is too open.
    pub(super) fn new(position: &Position) -> Option<Attempts> {
        (contested_squares(position) <= MOST_CONTESTED).then_some(Attempts {
            position: *position,
            next_nodes: FIRST_NODES,
            due: 0,
        })
    }

    /// Whether the next attempt is due after so many simulations.
    #[inline]
    pub(super) fn is_due(&self, simulations: u64) -> bool {
        simulations >= self.due
    }

    /// Makes an attempt; returns what it has proven.
    pub(super) fn make(
        &mut self,
        solver: &RootSolver,
        limits: Limits,
        stop: &Stop,
    ) -> Option<Solved> {
        let limits = limits.with_nodes(self.next_nodes);
        self.due += self.next_nodes * SIMULATIONS_A_NODE;
        self.next_nodes = (2 * self.next_nodes).min(MOST_NODES);
        let solution = solver.solve(&self.position, limits, stop)?;
        match solution.verdict {
            Verdict::Win => solution.winning_moves.first().map(|&m| Solved::Win(m)),
            Verdict::Loss => Some(Solved::Loss),
            Verdict::Unknown => None,
        }
    }
}

/// Who wins, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Solved {
    /// It wins with this move.
    Win(Move),
    /// It loses, whatever it plays.
    Loss,
}
