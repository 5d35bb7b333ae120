//! The searches of all games: one at a time on the shared threads, out of the shared memory.

use std::sync::Arc;

use amazons::control::{MemoryBudget, Pool};
use amazons::{Engine, EngineError, EngineOptions, Report, Request};
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::Config;

/// Best moves in a report.
const LINES: usize = 3;

/// The threads, the memory and the queue that all games share.
///
/// One search has all threads; the others wait for their turn, first come, first served. Long ones come in slices (see
/// [`session`](crate::session)), so that nobody waits for long.
#[derive(Clone, Debug)]
pub struct Searches {
    pool: Pool,
    memory: MemoryBudget,
    mib_a_game: usize,
    turn: Arc<Semaphore>,
}

impl Searches {
    /// Threads and memory for as many games as the server keeps.
    ///
    /// # Errors
    /// When there are not as many threads, or a game's memory is too little for a search.
    pub fn new(config: &Config) -> Result<Searches, EngineError> {
        let cores = std::thread::available_parallelism().map_or(1, |count| count.get());
        let threads = config.threads.unwrap_or(cores.min(Pool::MAX_THREADS));
        let searches = Searches {
            pool: Pool::new(threads).map_err(EngineError::Pool)?,
            memory: MemoryBudget::mib(config.games.saturating_mul(config.memory_per_game)),
            mib_a_game: config.memory_per_game,
            turn: Arc::new(Semaphore::new(1)),
        };
        // Better now than with the first game.
        searches.engine()?;
        Ok(searches)
    }

    /// The engine of a game.
    ///
    /// # Errors
    /// When the memory is used up.
    pub fn engine(&self) -> Result<Engine, EngineError> {
        let options = EngineOptions::new()
            .with_pool(self.pool.clone())
            .with_budget(self.memory.clone())
            .with_memory_mib(self.mib_a_game)
            .with_lines(LINES)
            .with_kept_tree(true);
        Engine::new(options)
    }

    /// Searches as soon as it is this search's turn, with a game's engine or, the first time, a new one.
    #[must_use]
    pub fn start(&self, engine: Option<Engine>, request: Request) -> Running {
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(run(self.clone(), engine, request, stopped));
        Running { stop, task }
    }
}

/// A search that waits for its turn or runs.
#[derive(Debug)]
pub struct Running {
    stop: watch::Sender<bool>,
    task: JoinHandle<Result<Done, String>>,
}

/// The engine, and what it found out; nothing when it was stopped before its turn.
pub type Done = (Option<Engine>, Option<Report>);

impl Running {
    /// Ends the search soon.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// Why there was no search; the engine is lost.
    pub async fn done(&mut self) -> Result<Done, String> {
        let done = (&mut self.task).await;
        done.unwrap_or_else(|error| Err(error.to_string()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn run(
    searches: Searches,
    engine: Option<Engine>,
    request: Request,
    mut stopped: watch::Receiver<bool>,
) -> Result<Done, String> {
    let _turn = tokio::select! {
        turn = searches.turn.clone().acquire_owned() => turn,
        () = asked_to_stop(&mut stopped) => return Ok((engine, None)),
    };
    // Making an engine and beginning takes time: it is done apart, so that pages are answered meanwhile.
    let begun = spawn_blocking(move || {
        let mut engine = match engine {
            Some(engine) => engine,
            None => searches.engine().map_err(|error| error.to_string())?,
        };
        let search = engine.begin(request).map_err(|error| error.to_string())?;
        Ok((engine, search))
    });
    let begun = begun.await;
    let (engine, search) = begun.unwrap_or_else(|error| Err(error.to_string()))?;
    // Dropping it, as at the end of the server, stops the search.
    let mut search = search.into_future();
    let report = tokio::select! {
        report = &mut search => report,
        () = asked_to_stop(&mut stopped) => {
            search.search().stop();
            search.await
        }
    };
    Ok((Some(engine), Some(report)))
}

/// Waits until the search is to be stopped, or nobody is left who could ask for it.
async fn asked_to_stop(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|&stopped| stopped).await;
}
