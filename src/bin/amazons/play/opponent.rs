//! The engine at the other side of the table.

use amazons::{Book, Engine, Level, Limits, Move, Position, Request};

use crate::Fault;
use crate::engine_arguments::EngineArguments;

/// How much of a hint's line is told, in plies.
const TOLD_PLIES: usize = 5;

pub struct Opponent {
    engine: Engine,
    limits: Limits,
    level: Option<Level>,
    /// Asked first when there is no level.
    book: Option<&'static Book>,
    seed: u64,
}

impl Opponent {
    pub fn new(arguments: &EngineArguments, limits: Limits) -> Result<Opponent, Fault> {
        // A hint and the answers after it go on from what was thought before.
        let engine = Engine::new(arguments.options().with_kept_tree(true))?;
        Ok(Opponent {
            engine,
            limits,
            level: None,
            book: None,
            seed: arguments.seed,
        })
    }

    /// Plays at a level, or as well as the limits allow. Hints are always as good as the limits allow.
    pub fn set_level(&mut self, level: Option<Level>) {
        self.level = level;
    }

    /// Plays at once what this book has. An opponent of a level plays without.
    pub fn set_book(&mut self, book: Option<&'static Book>) {
        self.book = book;
    }

    /// The engine's move.
    pub fn choose(&mut self, position: &Position) -> Result<Move, Fault> {
        if let (Some(book), None) = (self.book, self.level)
            && let Some(m) = book.choose(position, self.seed)
        {
            return Ok(m);
        }
        let mut request = Request::new(position).with_limits(self.limits);
        if let Some(level) = self.level {
            request = request.with_level(level, self.seed);
        }
        let report = self.engine.begin(request)?.wait();
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
