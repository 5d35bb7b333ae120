//! Who won games that came without results: a text file, a line a game.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use amazons::Color;

use crate::Fault;
use crate::line_file;

/// Who won a game, and how that is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// `None` when it is not known well enough.
    pub winner: Option<Color>,
    pub how: How,
}

/// How a winner is known at the end of a game's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum How {
    /// The sides are separated, or one has no move left.
    Counted,
    /// The solver or a search has proven it.
    Solved,
    /// By White's win rates in searches with today's evaluation and with the first one; the second search is left out where the
    /// first was not sure.
    Searched { now: f32, first: Option<f32> },
}

impl How {
    pub const NAMES: [&str; 3] = ["counted", "solved", "searched"];

    /// Its place among the [`NAMES`](How::NAMES).
    pub fn index(self) -> usize {
        match self {
            How::Counted => 0,
            How::Solved => 1,
            How::Searched { .. } => 2,
        }
    }
}

/// `w counted`, `b searched 1.32 0.87`, `- searched 71.20`: rates in percent.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            Some(Color::White) => "w",
            Some(Color::Black) => "b",
            None => "-",
        };
        write!(f, "{winner} {}", How::NAMES[self.how.index()])?;
        if let How::Searched { now, first } = self.how {
            for rate in [Some(now), first].into_iter().flatten() {
                write!(f, " {:.2}", 100.0 * rate)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Verdict {
    type Err = Fault;

    fn from_str(line: &str) -> Result<Verdict, Fault> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rate = |text: &str| text.parse().map(|percent: f32| percent / 100.0);
        let (winner, how) = match words[..] {
            [winner, "counted"] => (winner, How::Counted),
            [winner, "solved"] => (winner, How::Solved),
            [winner, "searched", now] => {
                let (now, first) = (rate(now)?, None);
                (winner, How::Searched { now, first })
            }
            [winner, "searched", now, first] => {
                let (now, first) = (rate(now)?, Some(rate(first)?));
                (winner, How::Searched { now, first })
            }
            _ => return Err(format!("{line:?} names no winner").into()),
        };
        let winner = match winner {
            "w" => Some(Color::White),
            "b" => Some(Color::Black),
            "-" => None,
            _ => return Err(format!("{winner:?} is neither w nor b nor -").into()),
        };
        Ok(Verdict { winner, how })
    }
}

/// How many games have a winner, and how it is known.
pub struct Summary<'a>(pub &'a [Verdict]);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.0.iter().filter(|verdict| verdict.winner.is_some());
        let (all, with) = (self.0.len(), known.clone().count());
        write!(f, "{all} games, {with} with a winner:")?;
        for (index, name) in How::NAMES.iter().enumerate() {
            let kind = known.clone().filter(|verdict| verdict.how.index() == index);
            write!(f, " {} {name},", kind.count())?;
        }
        write!(f, " {} left out", all - with)
    }
}

/// A file that verdicts are appended to.
pub struct WinnersFile {
    file: File,
    /// The verdicts already in it.
    pub verdicts: Vec<Verdict>,
}

impl WinnersFile {
    /// Opens the file, makes it when it is not there, and drops a last line that was cut off. `head` is what it begins with:
    /// lines of comments that say how the verdicts were made.
    ///
    /// # Errors
    /// When the file begins in another way, or a line is no verdict.
    pub fn open(path: &Path, head: &str) -> Result<WinnersFile, Fault> {
        let (mut file, bytes) = line_file::open(path)?;
        let text = String::from_utf8(bytes)?;
        if head.starts_with(&text) {
            line_file::keep(&mut file, 0)?;
            file.write_all(head.as_bytes())?;
            let verdicts = Vec::new();
            return Ok(WinnersFile { file, verdicts });
        }
        if !text.starts_with(head) {
            return Err("the file was made in another way; name a new one with --file".into());
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let verdicts = parse(&text[..whole])?;
        line_file::keep(&mut file, whole)?;
        Ok(WinnersFile { file, verdicts })
    }

    /// Appends the next game's verdict, in one piece.
    pub fn append(&mut self, verdict: Verdict) -> io::Result<()> {
        self.file.write_all(format!("{verdict}\n").as_bytes())?;
        self.verdicts.push(verdict);
        Ok(())
    }
}

/// The verdicts of a file's text.
///
/// # Errors
/// When a line that is no comment is no verdict.
pub fn parse(text: &str) -> Result<Vec<Verdict>, Fault> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| {
            line.parse()
                .map_err(|fault| format!("line {number}: {fault}").into())
        })
        .collect()
}
