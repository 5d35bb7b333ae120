//! The games that the server keeps.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::Config;
use crate::protocol::Setup;
use crate::search::Searches;
use crate::session::Session;
use crate::table::{Refusal, Table};

/// All games, by their names. A name is random, and whoever knows it may play: that is all the access there is.
#[derive(Clone, Debug)]
pub struct Games {
    sessions: Arc<Mutex<HashMap<Uuid, Session>>>,
    searches: Searches,
    config: Config,
}

/// Why there is no new game.
#[derive(Debug)]
pub enum NoGame {
    /// The setup makes no sense.
    Refused(Refusal),
    /// The server keeps as many games as it can, and all are in use.
    Full,
}

impl Games {
    /// No games yet.
    #[must_use]
    pub fn new(config: Config, searches: Searches) -> Games {
        Games {
            sessions: Arc::default(),
            searches,
            config,
        }
    }

    /// Begins a game. When there are as many as the server keeps, one that no page watches makes room.
    ///
    /// # Errors
    /// When the setup makes no sense, or all games are watched.
    pub fn create(&self, setup: &Setup) -> Result<Uuid, NoGame> {
        let table = Table::new(setup).map_err(NoGame::Refused)?;
        let mut sessions = self.lock();
        sessions.retain(|_, session| !session.is_over());
        if sessions.len() >= self.config.games {
            let unwatched = sessions
                .iter()
                .find(|(_, session)| session.pages() == 0)
                .map(|(&id, _)| id);
            sessions.remove(&unwatched.ok_or(NoGame::Full)?);
        }
        let id = Uuid::new_v4();
        let session = Session::start(id, table, self.searches.clone(), self.config.idle());
        sessions.insert(id, session);
        Ok(id)
    }

    /// The game of this name.
    #[must_use]
    pub fn get(&self, id: Uuid) -> Option<Session> {
        let mut sessions = self.lock();
        let session = sessions.get(&id)?.clone();
        if session.is_over() {
            sessions.remove(&id);
            return None;
        }
        Some(session)
    }

    /// The number of games.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Session>> {
        // Nothing is done under the lock that leaves the map half changed.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
