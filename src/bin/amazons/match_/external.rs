//! A player that is a program of its own and speaks UCI.

use std::fmt::Write as _;
use std::time::Duration;

use amazons::notation::uci;
use amazons::{Color, Game, Limits, Move};

use super::pace::Allowance;
use super::player::{Forfeit, Player};
use super::process::Process;

/// The program, started again after it crashed or hung.
pub struct External {
    program: String,
    arguments: Vec<String>,
    grace: Duration,
    process: Option<Process>,
}

impl External {
    pub fn start(
        program: &str,
        arguments: &[String],
        grace: Duration,
    ) -> Result<External, Forfeit> {
        Ok(External {
            program: program.to_string(),
            arguments: arguments.to_vec(),
            grace,
            process: Some(Process::start(program, arguments)?),
        })
    }

    /// Talks to the program; one that fails is not talked to again.
    fn talk<T>(
        &mut self,
        with: impl FnOnce(&mut Process) -> Result<T, Forfeit>,
    ) -> Result<T, Forfeit> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.program, &self.arguments)?),
        };
        let result = with(process);
        if result.is_err() {
            self.process = None;
        }
        result
    }
}

/// The line that asks for a move.
fn go(allowance: &Allowance) -> String {
    let mut go = "go".to_string();
    let Limits {
        time,
        visits,
        nodes,
        ..
    } = allowance.limits;
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let clocks = allowance.clocks;
    let remaining = |color| clocks.map(|clocks| milliseconds(clocks.of(color)));
    let increment = clocks.map(|clocks| milliseconds(clocks.increment));
    // UCI has no word for simulations; this library's program takes `visits`.
    let parts = [
        ("wtime", remaining(Color::White)),
        ("btime", remaining(Color::Black)),
        ("winc", increment),
        ("binc", increment),
        ("movetime", time.map(milliseconds)),
        ("visits", visits),
        ("nodes", nodes),
    ];
    for (word, number) in parts {
        if let Some(number) = number {
            // Writing to a string does not fail.
            let _ = write!(go, " {word} {number}");
        }
    }
    go
}

impl Player for External {
    fn new_game(&mut self, _seed: u64) -> Result<(), Forfeit> {
        self.talk(|process| {
            process.send("ucinewgame")?;
            process.ready()
        })
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Move, Forfeit> {
        let mut position = format!("position fen {}", game.start());
        for (nth, &m) in game.moves().iter().enumerate() {
            position.push_str(if nth == 0 { " moves " } else { " " });
            let _ = write!(position, "{}", uci(m));
        }
        let go = go(allowance);
        let turn = game.position().turn();
        let time = match allowance.clocks {
            Some(clocks) => clocks.of(turn),
            None => allowance.limits.time.unwrap_or(Duration::ZERO),
        };
        let most = time.saturating_add(self.grace);
        let answer = self.talk(|process| {
            // What was said before the question does not answer it.
            process.ready_within(most)?;
            process.send(&position)?;
            process.send(&go)?;
            process.wait_for("bestmove", most)
        })?;
        let m = answer.split_whitespace().nth(1).unwrap_or_default();
        m.parse()
            .map_err(|error| Forfeit::Illegal(format!("{m:?}: {error}")))
    }
}
