//! A player that is a program of its own and speaks UCI.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use amazons::notation::uci;
use amazons::{Game, Limits, Move};

use super::player::{Forfeit, Player};

/// What a program may take to start and to get ready for a game: it may have files to load.
const READY_TIME: Duration = Duration::from_secs(30);

/// The program, started again after it crashed or hung.
pub struct External {
    program: String,
    arguments: Vec<String>,
    limits: Limits,
    grace: Duration,
    process: Option<Process>,
}

impl External {
    pub fn start(
        program: &str,
        arguments: &[String],
        limits: Limits,
        grace: Duration,
    ) -> Result<External, Forfeit> {
        Ok(External {
            program: program.to_string(),
            arguments: arguments.to_vec(),
            limits,
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

    fn go(&self) -> String {
        let mut go = "go".to_string();
        let Limits {
            time,
            visits,
            nodes,
            ..
        } = self.limits;
        // UCI has no word for simulations; this library's program takes `visits`.
        let parts = [
            ("movetime", time.map(|time| time.as_millis() as u64)),
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
}

impl Player for External {
    fn new_game(&mut self, _seed: u64) -> Result<(), Forfeit> {
        self.talk(|process| {
            process.send("ucinewgame")?;
            process.ready()
        })
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Forfeit> {
        let mut position = format!("position fen {}", game.start());
        for (nth, &m) in game.moves().iter().enumerate() {
            position.push_str(if nth == 0 { " moves " } else { " " });
            let _ = write!(position, "{}", uci(m));
        }
        let go = self.go();
        let most = self.limits.time.unwrap_or(Duration::ZERO) + self.grace;
        let answer = self.talk(|process| {
            process.send(&position)?;
            process.send(&go)?;
            process.wait_for("bestmove", most)
        })?;
        let m = answer.split_whitespace().nth(1).unwrap_or_default();
        m.parse()
            .map_err(|error| Forfeit::Illegal(format!("{m:?}: {error}")))
    }
}

/// A running program that has said `uciok`. Dropping it ends it.
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    fn start(program: &str, arguments: &[String]) -> Result<Process, Forfeit> {
        let crash = |error| Forfeit::Crash(format!("{program}: {error}"));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(crash)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Forfeit::Crash(format!("{program}: no pipes")));
        };
        let (sender, lines) = channel();
        // Ends with the program's output.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process {
            child,
            input,
            lines,
        };
        process.send("uci")?;
        let mut variants = false;
        process.wait(READY_TIME, |line| {
            variants |= line.starts_with("option name UCI_Variant ");
            first_word(line) == "uciok"
        })?;
        if variants {
            process.send("setoption name UCI_Variant value amazons")?;
        }
        process.ready()?;
        Ok(process)
    }

    fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| self.crash())
    }

    fn ready(&mut self) -> Result<(), Forfeit> {
        self.send("isready")?;
        self.wait_for("readyok", READY_TIME).map(|_| ())
    }

    /// Waits for a line that starts with `word`.
    fn wait_for(&mut self, word: &str, most: Duration) -> Result<String, Forfeit> {
        self.wait(most, |line| first_word(line) == word)
    }

    fn wait(
        &mut self,
        most: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<String, Forfeit> {
        let begin = Instant::now();
        loop {
            let left = most.saturating_sub(begin.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) if wanted(&line) => return Ok(line),
                // A program that talks without end does not get out of answering.
                Ok(_) if left.is_zero() => return Err(Forfeit::Hang),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Forfeit::Hang),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// How the program ended.
    fn crash(&mut self) -> Forfeit {
        // Its output may be closed a moment before it is gone.
        for _ in 0..100 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Forfeit::Crash(status.to_string());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Forfeit::Crash("its output ended".into())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that obeys ends by itself and may have something to save.
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
