//! What the reader, the workers and the output share.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::Value;

use super::answer::{Final, Status};
use super::cancel::Cancel;
use super::query::Query;
use super::queue::Queue;

/// A query that waits or is worked on.
#[derive(Debug)]
pub struct Job {
    pub id: Value,
    pub query: Query,
    pub cancel: Cancel,
}

/// The queue of queries, those that are worked on, and the output.
pub struct Server {
    state: Mutex<State>,
    /// Told of every change of the state: there are few who wait, each for something else.
    changed: Condvar,
    out: Mutex<Box<dyn Write + Send>>,
}

struct State {
    queue: Queue<Arc<Job>>,
    running: Vec<Arc<Job>>,
    input_ended: bool,
    /// The first error of input or output.
    error: Option<io::Error>,
    /// Whether nobody hears the answers any more.
    broken: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// A server on whose queue `capacity` queries can wait.
    pub fn new(capacity: usize, out: impl Write + Send + 'static) -> Server {
        Server {
            state: Mutex::new(State {
                queue: Queue::new(capacity),
                running: Vec::new(),
                input_ended: false,
                error: None,
                broken: false,
            }),
            changed: Condvar::new(),
            out: Mutex::new(Box::new(out)),
        }
    }

    fn wait_while(&self, busy: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        self.changed
            .wait_while(lock(&self.state), |state| busy(state))
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a query on the queue, as soon as there is room.
    pub fn accept(&self, id: Value, query: Query) {
        let mut state = self.wait_while(|state| state.queue.is_full() && !state.broken);
        let job = Job {
            id,
            query,
            cancel: Cancel::default(),
        };
        state.queue.push(job.query.priority, Arc::new(job));
        self.changed.notify_all();
    }

    /// The query to work on next, or `None` when there will be no more.
    pub fn next(&self) -> Option<Arc<Job>> {
        let mut next = None;
        let mut state = self
            .changed
            .wait_while(lock(&self.state), |state| {
                if !state.broken {
                    next = state.queue.pop();
                }
                next.is_none() && !state.input_ended && !state.broken
            })
            .unwrap_or_else(PoisonError::into_inner);
        let job = next?;
        state.running.push(Arc::clone(&job));
        // There is room on the queue.
        self.changed.notify_all();
        Some(job)
    }

    /// Takes a query off those that are worked on; whether it was terminated before.
    pub fn leave(&self, job: &Arc<Job>) -> Status {
        let mut state = lock(&self.state);
        state.running.retain(|running| !Arc::ptr_eq(running, job));
        if job.cancel.is_cancelled() {
            Status::Terminated
        } else {
            Status::Done
        }
    }

    /// Ends all queries whose id matches: those that wait get their final answers now, those that are worked on in a
    /// moment. Returns how many.
    pub fn terminate(&self, matches: impl Fn(&Value) -> bool) -> usize {
        let (waiting, running) = {
            let mut state = lock(&self.state);
            let mut running = 0;
            for job in &state.running {
                if matches(&job.id) && !job.cancel.is_cancelled() {
                    job.cancel.cancel();
                    running += 1;
                }
            }
            (state.queue.take(|job| matches(&job.id)), running)
        };
        for job in &waiting {
            self.say(&Final::analysis(
                &job.id,
                Status::Terminated,
                &[],
                &job.query.warnings,
            ));
        }
        waiting.len() + running
    }

    /// Says one answer, whole. After an error of the output nothing more is said and all work ends.
    pub fn say(&self, answer: &impl Serialize) {
        if let Err(error) = self.write(answer) {
            let mut state = lock(&self.state);
            state.broken = true;
            state.error.get_or_insert(error);
            for job in &state.running {
                job.cancel.cancel();
            }
            self.changed.notify_all();
        }
    }

    fn write(&self, answer: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        let mut out = lock(&self.out);
        out.write_all(&line)?;
        out.flush()
    }

    /// Whether nobody hears the answers any more.
    pub fn is_broken(&self) -> bool {
        lock(&self.state).broken
    }

    /// There will be no more queries, perhaps because of an error.
    pub fn end_of_input(&self, error: Option<io::Error>) {
        let mut state = lock(&self.state);
        state.input_ended = true;
        if let Some(error) = error {
            state.error.get_or_insert(error);
        }
        self.changed.notify_all();
    }

    /// Waits until there will be no more queries, or nobody to answer to.
    pub fn wait_for_input_to_end(&self) {
        drop(self.wait_while(|state| !state.input_ended && !state.broken));
    }

    /// The first error there was.
    pub fn result(&self) -> io::Result<()> {
        match lock(&self.state).error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
