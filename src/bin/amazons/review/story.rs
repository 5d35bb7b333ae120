//! When a game was decided.

use amazons::Color;
use serde::Serialize;

use super::analysis::Ply;

/// The turning points of a game, in plies played before.
#[derive(Serialize, Debug)]
pub struct Story {
    /// Since when the sides never meet again, so that what is left is counting.
    pub settled: Option<usize>,
    /// Since when it is proven, without a break to the end, who wins.
    pub proven: Option<usize>,
    /// Who that is.
    pub proven_winner: Option<Color>,
    /// Since when the side that was ahead at the end was ahead.
    pub ahead: usize,
}

impl Story {
    pub fn of(plies: &[Ply]) -> Story {
        let winner = plies.last().and_then(|ply| ply.assessment.winner);
        let white_ahead = |ply: &Ply| ply.assessment.white_wins >= 0.5;
        let ahead = plies.last().map(white_ahead);
        Story {
            settled: plies
                .iter()
                .find(|ply| ply.assessment.settled)
                .map(|ply| ply.ply),
            proven: winner.map(|_| since(plies, |ply| ply.assessment.winner == winner)),
            proven_winner: winner,
            ahead: since(plies, |ply| Some(white_ahead(ply)) == ahead),
        }
    }
}

/// The first ply from which on something holds without a break.
fn since(plies: &[Ply], holds: impl Fn(&Ply) -> bool) -> usize {
    plies.len() - plies.iter().rev().take_while(|ply| holds(ply)).count()
}
