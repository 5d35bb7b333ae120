//! A game: where it started, what was played, how it ended.

mod ending;
mod tags;

use core::fmt;
use std::collections::BTreeMap;

pub use ending::Ending;
pub use tags::{TagNameError, Tags};

use crate::board::{Color, Move, Outcome, PlayError, Position, Square};

/// A start position and the moves played from it, with a cursor that walks through them.
///
/// The cursor stands after some number of plies, 0 at the start. [`play`](Game::play) plays at the cursor and forgets
/// what came after it: a game is one line of moves, without variations.
///
/// ```
/// use amazons::{Ending, Game};
/// let mut game = Game::new();
/// game.play("d1-d7/g7".parse()?)?;
/// game.play("a7-b8/c8".parse()?)?;
/// assert_eq!(game.ply(), 2);
/// assert_eq!(game.back().unwrap().to_string(), "a7-b8/c8");
/// assert_eq!(game.forward().unwrap().to_string(), "a7-b8/c8");
/// assert_eq!(game.position_at(0), Some(amazons::Position::start()));
/// assert_eq!(game.ending(), Ending::Unfinished);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The position after all moves.
    last: Position,
    cursor: usize,
    /// The position after `cursor` moves.
    position: Position,
    /// A result that the record names. The board's own verdict is not kept here.
    stated: Option<Stated>,
    margin: Option<u8>,
    tags: Tags,
    comments: BTreeMap<usize, String>,
}

/// A result that a record names.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stated {
    winner: Color,
    ending: Ending,
}

/// A move of a list can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IllegalMoveError {
    /// Plies played before it.
    pub ply: usize,
    /// The move.
    pub played: Move,
    /// What is wrong with it.
    pub error: PlayError,
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}, {}: {}", self.ply + 1, self.played, self.error)
    }
}

impl core::error::Error for IllegalMoveError {}

/// A result can't be, because the board says that the other side won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ContradictionError {
    /// The winner on the board.
    pub winner: Color,
}

impl fmt::Display for ContradictionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the board says that {} won", self.winner)
    }
}

impl core::error::Error for ContradictionError {}

impl Game {
    /// A game from the standard start, with no move played.
    #[must_use]
    pub fn new() -> Game {
        Game::from_position(Position::start())
    }

    /// A game from `start`, with no move played.
    #[must_use]
    pub fn from_position(start: Position) -> Game {
        Game {
            start,
            moves: Vec::new(),
            last: start,
            cursor: 0,
            position: start,
            stated: None,
            margin: None,
            tags: Tags::new(),
            comments: BTreeMap::new(),
        }
    }

    /// The game of `moves` from `start`; the cursor is at its end.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, IllegalMoveError> {
        let mut game = Game::from_position(start);
        for played in moves {
            game.play(played).map_err(|error| IllegalMoveError {
                ply: game.moves.len(),
                played,
                error,
            })?;
        }
        Ok(game)
    }

    /// Makes room for `moves` more moves at once.
    pub(crate) fn reserve(&mut self, moves: usize) {
        self.moves.reserve(moves);
    }

    /// Where the game started.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// All moves, also those after the cursor.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of moves, also those after the cursor.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move was played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The cursor: the number of plies played before the position at hand.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.cursor
    }

    /// The position at the cursor.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position after all moves.
    #[must_use]
    pub fn last_position(&self) -> &Position {
        &self.last
    }

    /// The position after `ply` plies, or `None` past the end. It is played anew from the start.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        if ply == self.cursor {
            return Some(self.position);
        }
        let moves = self.moves.get(..ply)?;
        let mut position = self.start;
        for &m in moves {
            position.play_unchecked(m);
        }
        Some(position)
    }

    /// All positions of the game, from the start to the last one.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        core::iter::once(self.start).chain(self.moves.iter().scan(self.start, |position, &m| {
            position.play_unchecked(m);
            Some(*position)
        }))
    }

    /// The move that led to the position at the cursor; `None` at the start.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.cursor.checked_sub(1).map(|index| self.moves[index])
    }

    /// Plays a move at the cursor. Moves that were played after it, their comments and a result that the record named
    /// are forgotten.
    ///
    /// # Errors
    /// When the move is not legal; the game is then as it was.
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        self.position.play(m)?;
        if self.cursor < self.moves.len() {
            self.moves.truncate(self.cursor);
            self.comments.split_off(&(self.cursor + 1));
        }
        self.moves.push(m);
        self.cursor += 1;
        self.last = self.position;
        self.stated = None;
        self.margin = None;
        Ok(())
    }

    /// Moves the cursor one ply forward and returns the move played; `None` at the end.
    pub fn forward(&mut self) -> Option<Move> {
        let m = *self.moves.get(self.cursor)?;
        self.position.play_unchecked(m);
        self.cursor += 1;
        Some(m)
    }

    /// Moves the cursor one ply back and returns the move taken back; `None` at the start.
    pub fn back(&mut self) -> Option<Move> {
        let m = self.last_move()?;
        self.go_to(self.cursor - 1).then_some(m)
    }

    /// Moves the cursor to `ply`; false, and nothing changed, past the end.
    pub fn go_to(&mut self, ply: usize) -> bool {
        let Some(position) = self.position_at(ply) else {
            return false;
        };
        (self.position, self.cursor) = (position, ply);
        true
    }

    /// Takes the last move back for good, wherever the cursor is, and returns it; `None` when there is none. A result
    /// that the record named is forgotten; a cursor at the end follows.
    pub fn retract(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.comments.split_off(&(self.moves.len() + 1));
        self.stated = None;
        self.margin = None;
        self.last = self.positions().last().unwrap_or(self.start);
        if self.cursor > self.moves.len() {
            (self.cursor, self.position) = (self.moves.len(), self.last);
        }
        Some(m)
    }

    /// How the game ended.
    #[must_use]
    pub fn ending(&self) -> Ending {
        if self.last.outcome().is_some() {
            Ending::NoMove
        } else {
            self.stated
                .map_or(Ending::Unfinished, |stated| stated.ending)
        }
    }

    /// Who won, on the board or by the record; `None` while the game is unfinished.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.last.outcome().or(self.stated.map(|stated| Outcome {
            winner: stated.winner,
        }))
    }

    /// Who won, on the board or by the record; `None` while the game is unfinished.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.outcome().map(|outcome| outcome.winner)
    }

    /// The moves left to the winner when the loser is out of moves, the tie-break of tournaments, as the record has it.
    ///
    /// Counting it on the board takes an endgame solver: filling a region with the most moves is NP-complete
    /// (Buro, Simple Amazons endgames and their connection to Hamilton circuits in cubic subgrid graphs, 2000).
    #[must_use]
    pub fn margin(&self) -> Option<u8> {
        self.margin
    }

    /// Notes the moves left to the winner when the loser is out of moves. False, and nothing changed, when they are more
    /// than a board has squares: every move burns one.
    pub fn set_margin(&mut self, margin: Option<u8>) -> bool {
        let fits = margin.is_none_or(|moves| usize::from(moves) <= Square::ALL.len());
        if fits {
            self.margin = margin;
        }
        fits
    }

    /// Ends the game, after its last move, by the resignation of `loser`.
    ///
    /// # Errors
    /// When the other side has already lost on the board.
    pub fn resign(&mut self, loser: Color) -> Result<(), ContradictionError> {
        self.end(!loser, Ending::Resignation)
    }

    /// Ends the game, after its last move, as the record says. [`Ending::Unfinished`] takes a named result back;
    /// [`Ending::NoMove`] counts as [`Ending::Unknown`] while the loser still has a move.
    ///
    /// # Errors
    /// When the other side has already won on the board.
    pub fn end(&mut self, winner: Color, ending: Ending) -> Result<(), ContradictionError> {
        self.stated = match (self.last.outcome(), ending) {
            (_, Ending::Unfinished) => None,
            (Some(outcome), _) if outcome.winner != winner => {
                return Err(ContradictionError {
                    winner: outcome.winner,
                });
            }
            (Some(_), _) => None,
            (None, Ending::NoMove) => Some(Stated {
                winner,
                ending: Ending::Unknown,
            }),
            (None, _) => Some(Stated { winner, ending }),
        };
        Ok(())
    }

    /// Who played, where and when.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Who played, where and when, to be changed.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// What the record says about the position after `ply` plies.
    #[must_use]
    pub fn comment(&self, ply: usize) -> Option<&str> {
        self.comments.get(&ply).map(String::as_str)
    }

    /// All comments with the number of plies before each, in the order of the game.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments
            .iter()
            .map(|(&ply, text)| (ply, text.as_str()))
    }

    /// Says something about the position after `ply` plies, in place of what was said before; nothing when the text
    /// is blank. False, and nothing changed, past the end of the game.
    pub fn set_comment(&mut self, ply: usize, text: &str) -> bool {
        if ply > self.moves.len() {
            return false;
        }
        match text.trim() {
            "" => self.comments.remove(&ply),
            text => self.comments.insert(ply, text.to_owned()),
        };
        true
    }

    /// Says more about the position after `ply` plies, parted by a blank from what was said before. False, and nothing
    /// changed, past the end of the game.
    pub fn add_comment(&mut self, ply: usize, text: &str) -> bool {
        match self.comments.get_mut(&ply) {
            None => return self.set_comment(ply, text),
            Some(_) if text.trim().is_empty() => {}
            Some(before) => {
                before.push(' ');
                before.push_str(text.trim());
            }
        }
        true
    }
}

/// A game from the standard start, with no move played.
impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("start", &self.start)
            .field("moves", &self.moves)
            .field("ply", &self.cursor)
            .field("ending", &self.ending())
            .field("winner", &self.winner())
            .field("margin", &self.margin)
            .field("tags", &self.tags)
            .field("comments", &self.comments)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
