//! The engine at the other side of the table.

use amazons::{Engine, EngineOptions, Limits, Move, Position};

use crate::Fault;

/// How much of a hint's line is told, in plies.
const TOLD_PLIES: usize = 5;

pub struct Opponent {
    engine: Engine,
    limits: Limits,
}

impl Opponent {
    pub fn new(options: EngineOptions, limits: Limits) -> Result<Opponent, Fault> {
        // A hint and the answers after it go on from what was thought before.
        let engine = Engine::new(options.with_kept_tree(true))?;
        Ok(Opponent { engine, limits })
    }

    /// The engine's move.
    pub fn choose(&mut self, position: &Position) -> Result<Move, Fault> {
        let report = self.engine.search(position, self.limits);
        Ok(report.best_move.ok_or("the engine found no move")?)
    }

    /// What the engine would play here, and why.
    pub fn hint(&mut self, position: &Position) -> Result<String, Fault> {
        let report = self.engine.search(position, self.limits);
        let line = report.lines.first().ok_or("the engine found no move")?;
        let then: Vec<String> = line
            .pv
            .iter()
            .take(TOLD_PLIES)
            .map(ToString::to_string)
            .collect();
        Ok(format!(
            "{} would win {:.1}%: {}",
            position.turn(),
            100.0 * line.win_rate,
            then.join(" ")
        ))
    }
}
