//! The territory score at the end of a game, and the game file that tournaments ask for.

use amazons::endgame::{Totals, separated_totals};
use amazons::notation::Format;
use amazons::{Color, Game};
use serde::Serialize;

use super::analysis::Ply;
use crate::Fault;

/// Search that counting may take: about a second.
const WORK: u64 = 10_000_000;

/// Moves that each side has left at the end.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct Score {
    /// White's moves left.
    pub white: f32,
    /// Black's moves left.
    pub black: f32,
    /// Whether the sides were separated, so that the moves are counted; else they are the squares that the search expects
    /// each side to own.
    pub counted: bool,
    /// Who wins from there, when it is counted.
    pub winner: Option<Color>,
    /// Moves left to the winner when the loser is out of moves, when it is counted.
    pub margin: Option<u32>,
}

impl Score {
    pub fn at_end(plies: &[Ply]) -> Score {
        let Some(last) = plies.last().map(|ply| &ply.assessment) else {
            return Score::expected(0.0, 0.0);
        };
        if let Some(totals) = separated_totals(&last.position, WORK) {
            return Score::counted(totals, last.position.turn());
        }
        let (mut white, mut black) = (0.0, 0.0);
        let squares = last.position.squares();
        for (square, &owned) in squares.iter().zip(&last.report.ownership) {
            if last.position.empty().contains(square) {
                white += owned.max(0.0);
                black += (-owned).max(0.0);
            }
        }
        Score::expected(white, black)
    }

    fn counted(totals: Totals, turn: Color) -> Score {
        Score {
            white: totals.white as f32,
            black: totals.black as f32,
            counted: true,
            winner: Some(totals.winner(turn)),
            margin: Some(totals.margin(turn)),
        }
    }

    const fn expected(white: f32, black: f32) -> Score {
        Score {
            white,
            black,
            counted: false,
            winner: None,
            margin: None,
        }
    }

    /// The game as a numbered list of moves. The margin is filled in where it was counted and the record has none.
    pub fn game_file(&self, game: &Game) -> Result<String, Fault> {
        let mut game = game.clone();
        if game.margin().is_none() && game.winner().is_some() && game.winner() == self.winner {
            let margin = self.margin.and_then(|margin| u8::try_from(margin).ok());
            game.set_margin(margin);
        }
        Ok(Format::Numbered.write(&game)?)
    }
}
