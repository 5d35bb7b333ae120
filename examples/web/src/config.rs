//! What the server may use.

use std::time::Duration;

use clap::Parser;

/// Play the Game of the Amazons in the browser.
#[derive(Parser, Clone, Debug)]
#[command(name = "amazons-web", version)]
pub struct Config {
    /// Port on 127.0.0.1; 0 for any that is free
    #[arg(long, default_value_t = 8080)]
    pub port: u16,

    /// Games kept at once
    #[arg(long, default_value_t = 64)]
    pub games: usize,

    /// Memory of one game's search tree, in MiB
    #[arg(long, default_value_t = 32)]
    pub memory_per_game: usize,

    /// Threads that search; as many as there are cores if not given
    #[arg(long)]
    pub threads: Option<usize>,

    /// Minutes after which a game that nobody touches is forgotten
    #[arg(long, default_value_t = 120)]
    pub idle_minutes: u64,
}

impl Config {
    /// Pages that may watch one game.
    pub const PAGES_PER_GAME: usize = 16;

    /// Bytes of a message or a request; a game record with comments fits.
    pub const MAX_MESSAGE: usize = 64 * 1024;

    /// How long a game is kept that nobody touches.
    #[must_use]
    pub fn idle(&self) -> Duration {
        Duration::from_secs(self.idle_minutes.saturating_mul(60))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::parse_from(["amazons-web"])
    }
}
