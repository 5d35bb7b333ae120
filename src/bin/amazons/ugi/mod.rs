//! A UCI dialogue, so that one program can play another.

mod command;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use amazons::control::Stop;
use amazons::notation::uci;
use amazons::{Engine, Game, Limits, Report};

use crate::Fault;
use crate::engine_arguments::EngineArguments;
use command::Command;

/// Speak UCI on standard input and output: uci, isready, ucinewgame, setoption, position, go, stop, quit
///
/// `go` takes movetime (milliseconds), nodes, visits (simulations) and infinite. At the end of input a search with a
/// limit is waited for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArguments,
}

pub fn run(
    arguments: &Arguments,
    input: impl BufRead,
    out: &mut (impl Write + Send),
) -> Result<(), Fault> {
    let out = Mutex::new(out);
    let mut session = Session {
        settings: arguments.engine,
        engine: Engine::new(arguments.engine.options())?,
        game: Game::new(),
    };
    thread::scope(|scope| {
        let mut thinking: Option<Thinking> = None;
        for line in input.lines() {
            let line = line?;
            match Command::of(&line) {
                Command::Stop => stop(&mut thinking)?,
                Command::Quit => return stop(&mut thinking),
                Command::IsReady => say(&out, "readyok")?,
                Command::Go(Ok(limits)) => {
                    stop(&mut thinking)?;
                    thinking = Some(session.think(limits, scope, &out)?);
                }
                command => {
                    // Nothing of what the others change may change under a search.
                    stop(&mut thinking)?;
                    session.obey(command, &out)?;
                }
            }
        }
        match thinking {
            Some(thinking) if thinking.ends_by_itself => thinking.wait(),
            mut thinking => stop(&mut thinking),
        }
    })
}

struct Session {
    settings: EngineArguments,
    engine: Engine,
    game: Game,
}

impl Session {
    fn obey(&mut self, command: Command, out: &Mutex<impl Write>) -> Result<(), Fault> {
        match command {
            Command::Hello(word) => {
                let memory = self.settings.memory;
                let threads = self.engine.threads();
                say(
                    out,
                    &format!(
                        "id name amazons {}\n\
                         option name Threads type spin default {threads} min 1 max 1024\n\
                         option name Hash type spin default {memory} min 1 max 1048576\n\
                         {word}ok",
                        env!("CARGO_PKG_VERSION")
                    ),
                )?;
            }
            Command::NewGame => {
                self.engine.clear();
                self.game = Game::new();
            }
            Command::SetOption { name, value } => {
                if let Err(fault) = self.set(name, value) {
                    say(out, &format!("info string {name}: {fault}"))?;
                }
            }
            Command::Position(Ok(game)) => self.game = *game,
            Command::Position(Err(error)) => say(out, &format!("info string {error}"))?,
            Command::Go(Err(error)) => say(out, &format!("info string {error}"))?,
            _ => {}
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let mut settings = self.settings;
        match name.to_ascii_lowercase().as_str() {
            "threads" => settings.threads = Some(value.parse()?),
            "hash" => settings.memory = value.parse()?,
            // There is one game that this program plays.
            "uci_variant" if value == "amazons" => return Ok(()),
            _ => return Err("no such option".into()),
        }
        self.engine = Engine::new(settings.options())?;
        self.settings = settings;
        Ok(())
    }

    /// Starts a search and a thread that tells its end.
    fn think<'scope, 'env>(
        &mut self,
        limits: Limits,
        scope: &'scope Scope<'scope, 'env>,
        out: &'env Mutex<&mut (impl Write + Send)>,
    ) -> Result<Thinking<'scope>, Fault> {
        let search = self.engine.start(self.game.position(), limits);
        let stop = search.stop_token();
        let waiter = scope.spawn(move || say(out, &answer(&search.wait())));
        Ok(Thinking {
            stop,
            waiter,
            ends_by_itself: limits != Limits::unlimited(),
        })
    }
}

/// A search that is on.
struct Thinking<'scope> {
    stop: Stop,
    waiter: ScopedJoinHandle<'scope, io::Result<()>>,
    ends_by_itself: bool,
}

impl Thinking<'_> {
    fn wait(self) -> Result<(), Fault> {
        match self.waiter.join() {
            Ok(said) => Ok(said?),
            Err(_) => Err("the search panicked".into()),
        }
    }
}

fn stop(thinking: &mut Option<Thinking>) -> Result<(), Fault> {
    match thinking.take() {
        Some(thinking) => {
            thinking.stop.stop();
            thinking.wait()
        }
        None => Ok(()),
    }
}

/// The last lines of a search: what it found, and its move.
fn answer(report: &Report) -> String {
    let milliseconds = (report.seconds * 1000.0).round();
    let mut text = format!(
        "info nodes {} nps {:.0} time {milliseconds}",
        report.nodes,
        report.nodes as f64 / report.seconds.max(1e-3)
    );
    if let Some(line) = report.lines.first() {
        text.push_str(&format!(
            " depth {} score cp {} pv",
            line.pv.len(),
            centipawns(report.win_rate)
        ));
        for &m in &line.pv {
            text.push_str(&format!(" {}", uci(m)));
        }
    }
    match report.best_move {
        Some(m) => text + &format!("\nbestmove {}", uci(m)),
        None => text + "\nbestmove (none)",
    }
}

/// A probability of winning on the scale of chess programs, where a hundred points are worth one pawn and 400 are 10 to 1.
fn centipawns(win_rate: f32) -> i32 {
    /// A certain win: as far as the odds are told.
    const MOST: f32 = 10_000.0;
    let odds = win_rate / (1.0 - win_rate);
    (400.0 * odds.log10()).clamp(-MOST, MOST).round() as i32
}

fn say<W: Write>(out: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut out: MutexGuard<W> = out.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(out, "{text}")?;
    out.flush()
}
