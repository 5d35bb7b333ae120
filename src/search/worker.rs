//! One worker of a search: simulations a slice at a time, until it has to end.

use core::sync::atomic::Ordering;
use core::time::Duration;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use super::arena::NONE;
use super::bounds::Lease;
use super::job::Shared;
use super::root_solver::{Attempts, Solved};
use super::simulate::Hands;
use super::tree::Tree;
use crate::control::Sliced;

/// Edges count visits in 32 bits; a search that comes this near to the most they hold ends. Some minutes on 64 threads.
const MAX_VISITS: u64 = u32::MAX as u64 - (1 << 16);

/// Simulations between two looks at the clock: some 20 microseconds.
const TIME_CHECK: u64 = 4;

/// How long a worker works before others that share its pool get their turn, an attempt to solve a late position beside, which
/// may take some twenty milliseconds. With ten searches on two threads, one that is to stop has its turn within ten milliseconds
/// when none of the others is at such an attempt.
const SLICE: Duration = Duration::from_millis(1);

/// One worker of a search.
pub(super) struct Worker {
    shared: Arc<Shared>,
    /// Until the worker has ended.
    tree: Option<Arc<Tree>>,
    index: usize,
    hands: Hands,
    lease: Lease,
    /// How often the limits had been set when the present slice began.
    terms: u64,
    since_check: u64,
    simulations: u64,
    /// Of the first worker, where the position is late enough.
    attempts: Option<Attempts>,
}

impl Sliced for Worker {
    fn slice(&mut self) -> bool {
        let Some(tree) = self.tree.take() else {
            return true;
        };
        let worked = catch_unwind(AssertUnwindSafe(|| {
            let ended = self.simulate_for_a_slice(&tree);
            tree.settle(&mut self.hands);
            ended
        }));
        match worked {
            Ok(true) if self.shared.may_end(self.terms) => {}
            Ok(_) => {
                self.tree = Some(tree);
                return false;
            }
            Err(panic) => {
                // Nobody is to wait for a reading that was left open.
                tree.epochs.close(self.index);
                self.shared.fail(panic);
            }
        }
        self.hands.supply.give_back(&tree.arena);
        drop(tree);
        self.shared.leave();
        true
    }
}

impl Worker {
    pub(super) fn new(shared: &Arc<Shared>, tree: Arc<Tree>, index: usize) -> Worker {
        // Opponents that err on purpose don't get endgames right either.
        let may_solve = index == 0
            && shared.choice.is_none()
            && tree.settings.solver
            && tree.noise.deviation == 0.0;
        let attempts = may_solve.then(|| Attempts::new(&tree.position)).flatten();
        Worker {
            shared: Arc::clone(shared),
            tree: Some(tree),
            index,
            hands: Hands::new(index),
            lease: Lease::default(),
            terms: 0,
            since_check: 0,
            simulations: 0,
            attempts,
        }
    }

    /// Lets the solver have a look at the root when that is due.
    fn attempt(&mut self, tree: &Tree) -> Option<Solved> {
        let shared = &*self.shared;
        let attempts = self.attempts.as_mut()?;
        if !attempts.is_due(self.simulations) || shared.stop.is_stopped() {
            return None;
        }
        tree.settle(&mut self.hands);
        attempts.make(&tree.solver, shared.bounds.time_left(), &shared.stop)
    }

    /// Returns whether the search has ended for this worker.
    fn simulate_for_a_slice(&mut self, tree: &Tree) -> bool {
        let shared = &*Arc::clone(&self.shared);
        self.terms = shared.bounds.terms();
        let begin = Instant::now();
        // Without a root there was no memory for a single node.
        while !shared.is_proven(tree) && tree.root.load(Ordering::Acquire) != NONE {
            if tree.visits.load(Ordering::Relaxed) >= MAX_VISITS {
                return true;
            }
            if let Some(solved) = self.attempt(tree) {
                tree.set_solved(solved);
                return true;
            }
            let must = shared.owes_first.load(Ordering::Relaxed)
                && shared.owes_first.swap(false, Ordering::Relaxed);
            let may = must
                || self.lease.take(&shared.bounds)
                    && !shared.stop.is_stopped()
                    && !shared.bounds.has_enough_nodes(|| shared.spent().nodes);
            if !may {
                return true;
            }
            match &shared.choice {
                None => tree.simulate(&mut self.hands),
                Some(choice) => {
                    if !tree.simulate_among(&mut self.hands, choice) {
                        return true;
                    }
                }
            }
            self.simulations += 1;
            shared.count(self.index, &self.hands);
            if tree.is_nearly_full() {
                tree.settle(&mut self.hands);
                let is_stopped = || shared.stop.is_stopped() || shared.bounds.is_over_time();
                tree.recycle(&mut self.hands.supply, is_stopped);
            }
            self.since_check += 1;
            if self.since_check >= TIME_CHECK || must {
                self.since_check = 0;
                let outlook = || tree.outlook(self.index, shared.choice.as_ref());
                shared.bounds.consult_clock(outlook);
                if shared.bounds.is_over_time() {
                    return true;
                }
                shared.tell_progress(|| tree.settle(&mut self.hands));
                if begin.elapsed() >= SLICE {
                    return false;
                }
            }
        }
        true
    }
}
