//! The walk through a game.

use std::time::Duration;

use amazons::{Color, EngineOptions, Game, Limits, Move};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::assessment::{Assessment, Assessor};
use super::judgement::{Judgement, Mark};
use super::score::Score;
use super::story::Story;
use crate::Fault;

/// How many times as long a move is looked at before it gets a mark.
const CHECK: u32 = 4;

/// How often the progress line is drawn.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// A reviewed game.
#[derive(Serialize, Debug)]
pub struct Review {
    /// The game as its record has it.
    pub game: Game,
    /// All its positions with the moves played from them, from the start to the last.
    pub plies: Vec<Ply>,
    pub story: Story,
    pub score: Score,
    /// The game as a list of moves for people and programs to read, with the score where it was counted.
    pub game_file: String,
}

/// A position of the game and the move played from it.
#[derive(Serialize, Debug)]
pub struct Ply {
    /// Plies played before.
    pub ply: usize,
    #[serde(flatten)]
    pub assessment: Assessment,
    /// The move played, none at the end.
    pub played: Option<Judgement>,
}

impl Review {
    /// The judgements of one side's moves, with the plies played before.
    pub fn moves_of(&self, color: Color) -> impl Iterator<Item = (usize, &Judgement)> {
        self.plies
            .iter()
            .filter(move |ply| ply.assessment.position.turn() == color)
            .filter_map(|ply| Some((ply.ply, ply.played.as_ref()?)))
    }

    /// How many of one side's moves have a mark.
    pub fn count(&self, color: Color, mark: Mark) -> usize {
        self.moves_of(color)
            .filter(|(_, judged)| judged.mark == Some(mark))
            .count()
    }

    /// What one side's moves cost on average; `None` when it made none.
    pub fn mean_loss(&self, color: Color) -> Option<f32> {
        let losses: Vec<f32> = self
            .moves_of(color)
            .map(|(_, judged)| judged.loss)
            .collect();
        (!losses.is_empty()).then(|| losses.iter().sum::<f32>() / losses.len() as f32)
    }
}

/// Searches all positions of a game, judges its moves and tells how far it has come on the terminal's error stream.
pub fn review(game: Game, options: EngineOptions, limits: Limits) -> Result<Review, Fault> {
    let mut assessor = Assessor::new(options, limits)?;
    let bar = ProgressBar::new(game.len() as u64 + 1).with_style(ProgressStyle::with_template(
        "{bar:30} ply {pos} of {len}, {eta} left {msg}",
    )?);
    bar.enable_steady_tick(DRAW_EVERY);
    let mut plies = Vec::with_capacity(game.len() + 1);
    let mut now = assessor.assess(game.start(), 1);
    for (ply, &played) in game.moves().iter().enumerate() {
        bar.inc(1);
        let (judgement, next) = judge(&mut assessor, &now, played)?;
        if let Some(mark) = judgement.mark {
            bar.set_message(format!("({played} looks like a {})", mark.name()));
        }
        plies.push(Ply {
            ply,
            assessment: now,
            played: Some(judgement),
        });
        now = next;
    }
    plies.push(Ply {
        ply: game.len(),
        assessment: now,
        played: None,
    });
    bar.finish_and_clear();
    let score = Score::at_end(&plies);
    Ok(Review {
        story: Story::of(&plies),
        game_file: score.game_file(&game)?,
        score,
        plies,
        game,
    })
}

/// Judges the move played from a position, and assesses the position after it.
///
/// The played move and the best one are compared by searches of the positions after them, of equal effort: the values of
/// one search's moves are not comparable, because it looks longer at the good ones.
fn judge(
    assessor: &mut Assessor,
    before: &Assessment,
    played: Move,
) -> Result<(Judgement, Assessment), Fault> {
    let mover = before.position.turn();
    let after = |m: Move| -> Result<_, Fault> {
        let mut position = before.position;
        position.play(m)?;
        Ok(position)
    };
    let after_played = after(played)?;
    let mut next = assessor.assess(&after_played, 1);
    let best = before.best_move().unwrap_or(played);
    if best == played || before.winner == Some(!mover) || next.winner == Some(mover) {
        let wins = next.wins(mover);
        return Ok((Judgement::new(played, wins, played, wins), next));
    }
    let after_best = after(best)?;
    let mut alternative = assessor.assess(&after_best, 1);
    let loss = alternative.wins(mover) - next.wins(mover);
    if Mark::of(loss).is_some() {
        alternative = assessor.assess(&after_best, CHECK);
        next = assessor.assess(&after_played, CHECK);
    }
    let judgement = Judgement::new(played, next.wins(mover), best, alternative.wins(mover));
    Ok((judgement, next))
}
