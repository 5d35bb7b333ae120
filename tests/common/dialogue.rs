//! A talk with the program through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// An answer that takes longer never comes.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Dialogue {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Dialogue {
        let mut child = Command::new(env!("CARGO_BIN_EXE_amazons"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // The pipe is closed when nobody wants the lines any more.
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Dialogue {
            child,
            input,
            lines,
        }
    }

    /// Says a line.
    pub fn say(&mut self, line: impl AsRef<[u8]>) {
        self.try_say(line).expect("the program listens");
    }

    /// Says a line, if the program is there to hear it.
    pub fn try_say(&mut self, line: impl AsRef<[u8]>) -> std::io::Result<()> {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(&[line.as_ref(), b"\n"].concat())
    }

    /// Says a line again and again, until the program has ended.
    pub fn say_until_gone(&mut self, line: &str) {
        let begin = Instant::now();
        while self.try_say(line).is_ok() {
            assert!(begin.elapsed() < PATIENCE, "the program goes on");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The next line, or `None` at the end of the output.
    pub fn hear(&self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
        }
    }

    /// What comes in a while, or before the end of the output.
    #[allow(dead_code, reason = "not all tests wait for nothing")]
    pub fn hear_for(&self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let left = || end.saturating_duration_since(Instant::now());
        std::iter::from_fn(|| self.lines.recv_timeout(left()).ok()).collect()
    }

    /// Lines up to the first that starts with `word`, and that one.
    #[allow(dead_code, reason = "not all tests wait for a word")]
    pub fn hear_until(&self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear().unwrap_or_else(|| panic!("{word}: {heard:?}")));
            if heard.last().is_some_and(|line| line.starts_with(word)) {
                return heard;
            }
        }
    }

    /// Ends input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Ends input and gives the rest of the output.
    pub fn rest(&mut self) -> Vec<String> {
        self.end_input();
        std::iter::from_fn(|| self.hear()).collect()
    }

    /// Closes the program's output; input stays open.
    pub fn close_output(&mut self) {
        self.lines = channel().1;
    }

    /// How the program ends, if it does.
    pub fn status(&mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the program goes on");
    }

    /// The most memory that the program had so far, in KiB, where the system tells.
    #[allow(dead_code, reason = "not all tests look at memory")]
    pub fn peak_memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
