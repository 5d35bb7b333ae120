//! What pages and the server say to one another, as JSON.

use amazons::notation::Format;
use amazons::{Color, Ending, Move, Position, Report};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::TimeControl;

/// Who plays a side.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Player {
    /// Whoever sits at the page.
    Human {},
    /// The engine at a level, from [`Level::WEAKEST`](amazons::Level::WEAKEST) up.
    Level {
        /// The level.
        level: u8,
    },
    /// The engine with a time for each move.
    Time {
        /// Milliseconds a move, 1 to 60,000.
        milliseconds: u32,
    },
}

/// A new game: where it starts and who plays.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The start, a FEN; the standard one if missing.
    #[serde(default)]
    pub fen: Option<String>,
    /// A game record to go on with, in any format, instead of a start.
    #[serde(default)]
    pub record: Option<String>,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// The clock, if the game has one.
    #[serde(default)]
    pub clock: Option<TimeControl>,
}

/// What a page asks for.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Play a move for a human.
    Move {
        /// Plies played before, as the page knows them: a move that comes too late is refused.
        ply: usize,
        /// The move, in any of its forms.
        #[serde(rename = "move")]
        m: String,
    },
    /// Take the human's last move back.
    Undo {},
    /// Give up.
    Resign {},
    /// Look for a good move.
    Hint {},
    /// Change who plays.
    Players {
        /// Who plays White.
        white: Player,
        /// Who plays Black.
        black: Player,
    },
    /// Begin another game.
    New(Setup),
    /// Analyse a position of the game while the engine has nothing else to do.
    Analysis {
        /// On or off.
        on: bool,
        /// The position, in plies; the last one if missing.
        #[serde(default)]
        ply: Option<usize>,
    },
}

/// A message of a page.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// The page's game.
    pub game: Uuid,
    /// What is asked.
    pub request: Request,
}

/// A message to a page.
#[derive(Serialize, Clone, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The game as it is now.
    State(State),
    /// What the analysis has found out so far.
    Analysis {
        /// The position, in plies.
        ply: usize,
        /// Whether the analysis goes on.
        running: bool,
        /// The search's report.
        report: Report,
    },
    /// A good move.
    Hint {
        /// The position, in plies.
        ply: usize,
        /// The search's report.
        report: Report,
    },
    /// Why something was not done.
    Refusal {
        /// In words.
        reason: String,
    },
    /// The game is no longer kept.
    Gone {},
}

/// A game as pages see it.
#[derive(Serialize, Clone, Debug)]
pub struct State {
    /// The game's name.
    pub game: Uuid,
    /// Where it started.
    pub start: Position,
    /// The position now.
    pub position: Position,
    /// The moves played.
    pub moves: Vec<Move>,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// How it ended, if it did.
    pub result: Option<GameResult>,
    /// The clock, if there is one.
    pub clock: Option<ClockState>,
    /// Whether the engine thinks about its move.
    pub thinking: bool,
    /// Whether the engine analyses when it has no move to find.
    pub analysis: bool,
}

/// How a game ended.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct GameResult {
    /// Who won.
    pub winner: Color,
    /// How.
    pub ending: Ending,
}

/// A clock as pages see it.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct ClockState {
    /// How it was set.
    pub control: TimeControl,
    /// Milliseconds left to White.
    pub white: u64,
    /// Milliseconds left to Black.
    pub black: u64,
    /// Whose time runs.
    pub running: Option<Color>,
}

/// Which format a game is wanted in.
#[derive(Deserialize, Debug)]
pub struct Export {
    /// The format.
    pub format: Format,
}
