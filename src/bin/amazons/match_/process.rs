//! A program that runs beside this one and is talked to line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::player::Forfeit;

/// What a program may take to start and to get ready for a game: it may have files to load.
const READY_TIME: Duration = Duration::from_secs(30);

/// Lines that a program may be ahead of who reads them. One that says more waits.
const LINES_AHEAD: usize = 1024;

/// Bytes of a line, of one that has no end.
const LONGEST_LINE: u64 = 1 << 16;

/// A running program that has said `uciok`. Dropping it ends it and all that it has started.
pub struct Process {
    child: Child,
    /// Written from a thread of its own: a program that does not read must not keep this one waiting.
    input: Sender<String>,
    lines: Receiver<String>,
}

impl Process {
    pub fn start(program: &str, arguments: &[String]) -> Result<Process, Forfeit> {
        let crash = |error| Forfeit::Crash(format!("{program}: {error}"));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // A group of its own, which can be ended as one.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(crash)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Forfeit::Crash(format!("{program}: no pipes")));
        };
        let (input, to_write) = channel::<String>();
        let (sender, lines) = sync_channel(LINES_AHEAD);
        // They end with the program's pipes, or when nobody wants to hear any more.
        thread::spawn(move || {
            while let Ok(line) = to_write.recv()
                && writeln!(stdin, "{line}")
                    .and_then(|()| stdin.flush())
                    .is_ok()
            {}
        });
        thread::spawn(move || {
            let mut output = BufReader::new(stdout);
            let mut line = Vec::new();
            loop {
                line.clear();
                let read = output
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line);
                if !read.is_ok_and(|bytes| bytes > 0) {
                    break;
                }
                let text = String::from_utf8_lossy(&line).trim_end().to_string();
                if sender.send(text).is_err() {
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

    pub fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        self.input.send(line.into()).map_err(|_| self.crash())
    }

    pub fn ready(&mut self) -> Result<(), Forfeit> {
        self.ready_within(READY_TIME)
    }

    /// Waits until the program has dealt with all it was told, and drops what it said meanwhile.
    pub fn ready_within(&mut self, most: Duration) -> Result<(), Forfeit> {
        self.send("isready")?;
        self.wait_for("readyok", most).map(|_| ())
    }

    /// Waits for a line that starts with `word`.
    pub fn wait_for(&mut self, word: &str, most: Duration) -> Result<String, Forfeit> {
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

    /// Ends the program and whatever it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that obeys ends by itself and may have something to save.
        let _ = self.input.send("quit".into());
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.kill();
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
