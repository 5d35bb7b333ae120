//! What the workers of one solve share.

use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::Answer;
use super::table::Table;
use crate::control::{Limits, Stop};

/// Nodes that a worker takes from the limit at a time. The clock is looked at as often: a node of a small endgame takes
/// some ten microseconds, one of an open 10x10 board a millisecond.
const BLOCK: u64 = 8;

/// Positions that workers are in, by a hash: so many that two seldom fall together.
const BUSY: usize = 1 << 12;

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) table: Arc<Table>,
    pub(super) workers: usize,
    stop: Stop,
    deadline: Option<Instant>,
    node_limit: u64,
    nodes: AtomicU64,
    depth: AtomicU32,
    open_moves: AtomicUsize,
    finished: AtomicBool,
    answer: Mutex<Option<Answer>>,
    busy: Vec<AtomicU8>,
}

impl Shared {
    pub(super) fn new(table: Arc<Table>, workers: usize, limits: Limits, stop: Stop) -> Shared {
        Shared {
            table,
            workers,
            stop,
            // A time past what an instant can hold is no limit.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            depth: AtomicU32::new(0),
            open_moves: AtomicUsize::new(0),
            finished: AtomicBool::new(false),
            answer: Mutex::new(None),
            busy: std::iter::repeat_with(AtomicU8::default)
                .take(BUSY)
                .collect(),
        }
    }

    /// Takes a block of nodes from the limit, or `None` when the search has to end.
    pub(super) fn take_nodes(&self) -> Option<u64> {
        let over = self.finished.load(Ordering::Relaxed)
            || self.stop.is_stopped()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            return None;
        }
        self.nodes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |nodes| {
                let left = self.node_limit - nodes;
                (left > 0).then(|| nodes + left.min(BLOCK))
            })
            .ok()
            .map(|before| (self.node_limit - before).min(BLOCK))
    }

    /// Gives back nodes that were taken and not used.
    pub(super) fn give_back(&self, nodes: u64) {
        self.nodes.fetch_sub(nodes, Ordering::Relaxed);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn reached_depth(&self, depth: u32) {
        self.depth.fetch_max(depth, Ordering::Relaxed);
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Says how many moves of the position to solve are not decided yet.
    pub(super) fn open_moves(&self, moves: usize) {
        self.open_moves.store(moves, Ordering::Relaxed);
    }

    pub(super) fn still_open(&self) -> usize {
        self.open_moves.load(Ordering::Relaxed)
    }

    fn locked_answer(&self) -> MutexGuard<'_, Option<Answer>> {
        // What a panic left there is still an answer or none.
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job; no worker is at another one.
    pub(super) fn begin(&self) {
        *self.locked_answer() = None;
        self.finished.store(false, Ordering::Relaxed);
    }

    /// Ends the job of all workers, with the answer if one of them has it.
    pub(super) fn finish(&self, found: Option<Answer>) {
        let mut answer = self.locked_answer();
        if answer.is_none() {
            *answer = found;
        }
        self.finished.store(true, Ordering::Relaxed);
    }

    /// The answer of the job that ended.
    pub(super) fn answer(&self) -> Option<Answer> {
        *self.locked_answer()
    }

    fn slot(&self, key: u64) -> &AtomicU8 {
        &self.busy[key as usize % BUSY]
    }

    /// The number of workers in the position with this key; always 0 when there is but one.
    pub(super) fn busy(&self, key: u64) -> u32 {
        if self.workers > 1 {
            u32::from(self.slot(key).load(Ordering::Relaxed))
        } else {
            0
        }
    }

    pub(super) fn enter(&self, key: u64) {
        self.slot(key).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, key: u64) {
        self.slot(key).fetch_sub(1, Ordering::Relaxed);
    }
}
