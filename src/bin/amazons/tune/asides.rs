//! Positions beside a game: one move away from its own, and searched as they are.
//!
//! A search evaluates all moves, and most of them are bad; a game's positions come from good ones alone. Weights that were
//! fitted to nothing else don't know what is wrong with the others.

use amazons::territory::Evaluator;
use amazons::{Engine, EngineError, EngineOptions, Limits, Move, Position, Request};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::Fault;

/// A position one move away from one of a game's.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Aside {
    /// Plies of the game before the move.
    pub ply: usize,
    /// The move that leads there.
    #[serde(rename = "move")]
    pub turning: Move,
    /// The win rate of who makes it, in 10,000ths.
    pub win_rate: u16,
    /// Whether the win rate is certain.
    pub proven: bool,
    /// Whether the shot is the search's choice, so that the win rate is that of the slide, too.
    pub best_shot: bool,
}

/// Moves are drawn in proportion to their odds by static value, to the power of one over this: those that a search's priors
/// favour, and more of the others.
const TEMPERATURE: f32 = 1.5;

/// Searches positions beside games, always with one thread.
pub struct Scout {
    engine: Engine,
    limits: Limits,
    evaluator: Evaluator,
}

impl Scout {
    /// A scout whose searches make so many simulations.
    pub fn new(options: EngineOptions, visits: u64) -> Result<Scout, EngineError> {
        let options = options.with_lines(1).with_kept_tree(false);
        Ok(Scout {
            engine: Engine::new(options)?,
            limits: Limits::visits(visits),
            evaluator: Evaluator::new(),
        })
    }

    /// Looks at a slide that the game passed by, with the best shot and with another one. The `ply` plies before lead to
    /// the position.
    pub fn look(
        &mut self,
        position: &Position,
        ply: usize,
        played: Move,
        rng: &mut Pcg64Mcg,
    ) -> Result<Vec<Aside>, Fault> {
        let sign = position.turn().sign() as f32;
        let mut logits = Vec::new();
        let slides: Vec<_> = position
            .amazons(position.turn())
            .into_iter()
            .flat_map(|from| {
                position
                    .slides_from(from)
                    .into_iter()
                    .map(move |to| (from, to))
            })
            .filter(|&slide| slide != (played.from, played.to))
            .collect();
        self.evaluator
            .white_logits_after_slides(position, &slides, &mut logits);
        let Some(&(from, to)) = draw(&slides, &logits, sign, rng) else {
            return Ok(Vec::new());
        };
        let slid = position.slide(from, to)?;
        let shots: Vec<_> = slid.shots().iter().collect();
        let request = Request::new(position)
            .allowing(shots.iter().map(|&arrow| Move::new(from, to, arrow)))
            .with_limits(self.limits);
        let report = self.engine.begin(request)?.wait();
        let line = report.lines.first().ok_or("a search found no move")?;
        let best = line.first;
        let mut found = vec![Aside {
            ply,
            turning: best,
            win_rate: in_10_000ths(line.win_rate),
            proven: line.proven.is_some(),
            best_shot: true,
        }];

        self.evaluator
            .white_logits_after_shots(&slid, slid.shots(), &mut logits);
        let (others, logits): (Vec<_>, Vec<_>) = shots
            .into_iter()
            .zip(logits)
            .filter(|&(arrow, _)| arrow != best.arrow)
            .unzip();
        if let Some(&arrow) = draw(&others, &logits, sign, rng) {
            let report = self.engine.search(&slid.shoot(arrow)?, self.limits);
            found.push(Aside {
                ply,
                turning: Move::new(from, to, arrow),
                win_rate: in_10_000ths(1.0 - report.win_rate),
                proven: report.proven.is_some(),
                best_shot: false,
            });
        }
        Ok(found)
    }
}

fn in_10_000ths(win_rate: f32) -> u16 {
    (win_rate * 1e4).round() as u16
}

/// One of the items, by White's logits after each.
fn draw<'a, T>(
    items: &'a [T],
    white_logits: &[f32],
    sign: f32,
    rng: &mut Pcg64Mcg,
) -> Option<&'a T> {
    let weights = white_logits
        .iter()
        .map(|logit| (sign * logit / TEMPERATURE).exp());
    let mut left = rng.random::<f32>() * weights.clone().sum::<f32>();
    for (item, weight) in items.iter().zip(weights) {
        left -= weight;
        if left < 0.0 {
            return Some(item);
        }
    }
    items.last()
}
