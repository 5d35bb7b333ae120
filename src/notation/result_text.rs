//! Results as text: `1-0`, `0-1`, `*`, and `W+R`, `B+5`, `W+` and the like.

use crate::board::{Color, Square};
use crate::game::{Ending, Game};

use super::{GameErrorKind, ParseGameError};

/// A result as a record names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameResult {
    /// The side and how it won; nothing for a game without a result.
    won: Option<(Color, Ending)>,
    margin: Option<u8>,
}

impl GameResult {
    pub(super) const UNFINISHED: GameResult = GameResult {
        won: None,
        margin: None,
    };

    /// Reads a result of either form; `colors` are the sides that `W` and `B` stand for.
    pub(super) fn read(text: &[u8], colors: [Color; 2]) -> Option<GameResult> {
        let won = |winner, ending| GameResult {
            won: Some((winner, ending)),
            margin: None,
        };
        match text {
            b"1-0" => return Some(won(Color::White, Ending::Unknown)),
            b"0-1" => return Some(won(Color::Black, Ending::Unknown)),
            b"*" => return Some(GameResult::UNFINISHED),
            _ => {}
        }
        let (side, how) = text.split_first()?;
        let winner = match side.to_ascii_uppercase() {
            b'W' => colors[0],
            b'B' => colors[1],
            _ => return None,
        };
        let how = how.strip_prefix(b"+")?;
        let is = |long: &str| {
            how.eq_ignore_ascii_case(long.as_bytes())
                || how.eq_ignore_ascii_case(&long.as_bytes()[..1])
        };
        if how.is_empty() || is("Forfeit") {
            Some(won(winner, Ending::Unknown))
        } else if is("Resign") {
            Some(won(winner, Ending::Resignation))
        } else if is("Time") {
            Some(won(winner, Ending::Time))
        } else {
            let margin = read_margin(how)?;
            Some(GameResult {
                margin: Some(margin),
                ..won(winner, Ending::Unknown)
            })
        }
    }

    /// Reads what a tag or property says of the result, which has words for nothing too.
    pub(super) fn read_property(text: &[u8], colors: [Color; 2]) -> Option<GameResult> {
        let text = text.trim_ascii();
        if matches!(text, b"" | b"?") || text.eq_ignore_ascii_case(b"void") {
            return Some(GameResult::UNFINISHED);
        }
        GameResult::read(text, colors)
    }

    /// The reason that a `Termination` tag gives, put in place of the one at hand.
    pub(super) fn because(mut self, termination: &[u8]) -> GameResult {
        if let Some((_, ending)) = &mut self.won {
            let known = [Ending::Resignation, Ending::Time]
                .into_iter()
                .find(|known| termination.eq_ignore_ascii_case(known.to_string().as_bytes()));
            *ending = known.unwrap_or(*ending);
        }
        self
    }

    /// Ends `game` like this; `at` is where the result stands.
    pub(super) fn end(self, game: &mut Game, at: usize) -> Result<(), ParseGameError> {
        if let Some((winner, ending)) = self.won {
            game.end(winner, ending).map_err(|error| ParseGameError {
                kind: GameErrorKind::Contradiction {
                    winner: error.winner,
                },
                at,
            })?;
        }
        if self.margin.is_some() {
            game.set_margin(self.margin);
        }
        Ok(())
    }
}

/// Reads a margin: no more moves are left than squares.
pub(super) fn read_margin(text: &[u8]) -> Option<u8> {
    let digits = text.iter().all(u8::is_ascii_digit);
    let margin: u8 = core::str::from_utf8(text).ok()?.parse().ok()?;
    (digits && usize::from(margin) <= Square::ALL.len()).then_some(margin)
}

/// `1-0`, `0-1` or `*`.
pub(super) fn score(game: &Game) -> &'static str {
    match game.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "*",
    }
}

/// `W+R`, `B+5`, `W+` and the like, or nothing for a game without a result; `letters` are White's and Black's.
pub(super) fn win(game: &Game, letters: [char; 2]) -> Option<String> {
    let letter = letters[game.winner()?.index()];
    let how = match (game.ending(), game.margin()) {
        (Ending::Resignation, _) => "R".to_owned(),
        (Ending::Time, _) => "T".to_owned(),
        (_, Some(margin)) => margin.to_string(),
        _ => String::new(),
    };
    Some(format!("{letter}+{how}"))
}
