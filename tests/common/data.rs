//! The reference data: where it is, and how its lines are read.
//!
//! The folder is `tests/data`, or the one that `AMAZONS_REFERENCE_DATA` names. Files of the names in [`FILES`] are
//! read, others ignored. A file that is not there is skipped, and said to be; a folder with none of them, a file
//! without a line and a line that can't be read are failures.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{ErrorKind, Write, stderr};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use amazons::{Move, Position};
use serde_json::{Map, Value};

pub const VARIABLE: &str = "AMAZONS_REFERENCE_DATA";

/// Every file that a test reads, with the number of lines it has in `tests/data`.
pub const FILES: [(&str, usize); 9] = [
    ("perft.jsonl", 49),
    ("rules.jsonl", 84),
    ("games.jsonl", 20),
    ("games_human.txt", 2194),
    ("distances.jsonl", 60),
    ("fill.jsonl", 200),
    ("separated.jsonl", 100),
    ("loose.jsonl", 50),
    ("winner.jsonl", 200),
];

/// A folder of reference data.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of this run. Fails the test when it has none of the files.
    pub fn of_this_run() -> Folder {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let path = env::var_os(VARIABLE).map_or(own, PathBuf::from);
        Folder::open(&path).unwrap_or_else(|fault| panic!("{fault}"))
    }

    pub fn open(path: &Path) -> Result<Folder, String> {
        if FILES.iter().any(|(name, _)| path.join(name).is_file()) {
            Ok(Folder { path: path.into() })
        } else {
            Err(format!("no reference data in {}", path.display()))
        }
    }

    pub fn is_own(&self) -> bool {
        self.path == Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
    }

    /// The lines of a file, or `None` when it is not there.
    pub fn lines(&self, name: &str) -> Result<Option<Vec<Line>>, String> {
        assert!(FILES.iter().any(|(known, _)| *known == name));
        let path = self.path.join(name);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let lines: Vec<Line> = (1..)
            .zip(text.lines())
            .map(|(number, text)| Line {
                place: format!("{}:{number}", path.display()),
                text: text.to_string(),
            })
            .collect();
        if lines.is_empty() {
            return Err(format!("{} has no line", path.display()));
        }
        Ok(Some(lines))
    }

    /// Calls `check` with every line of a file and fails the test with all the faults found, at most ten in full.
    pub fn for_each_line(&self, name: &str, mut check: impl FnMut(&Line) -> Result<(), String>) {
        let lines = match self.lines(name) {
            Ok(Some(lines)) => lines,
            Ok(None) => return say(&format!("skipped: no {name} in {}", self.path.display())),
            Err(fault) => panic!("{fault}"),
        };
        let faults: Vec<String> = lines
            .iter()
            .filter_map(|line| {
                let fault = check(line).err()?;
                Some(format!("{}: {fault}", line.place))
            })
            .collect();
        assert!(
            faults.is_empty(),
            "{} of {} lines fail\n{}",
            faults.len(),
            lines.len(),
            faults[..faults.len().min(10)].join("\n")
        );
    }

    /// [`Folder::for_each_line`] for a file of one JSON object a line.
    pub fn for_each_object(
        &self,
        name: &str,
        mut check: impl FnMut(&Object) -> Result<(), String>,
    ) {
        self.for_each_line(name, |line| check(&line.object()?));
    }
}

/// One line of a file and where it stands.
pub struct Line {
    pub place: String,
    pub text: String,
}

impl Line {
    pub fn object(&self) -> Result<Object, String> {
        serde_json::from_str(&self.text)
            .map(Object)
            .map_err(|error| format!("malformed: {error}"))
    }
}

/// A JSON object whose fields are asked for by name and type; fields nobody asks for are ignored.
pub struct Object(Map<String, Value>);

impl Object {
    pub fn value(&self, name: &str) -> Result<&Value, String> {
        self.0
            .get(name)
            .ok_or_else(|| format!("malformed: no field {name}"))
    }

    fn typed<T>(&self, name: &str, kind: &str, value: Option<T>) -> Result<T, String> {
        value.ok_or_else(|| format!("malformed: {name} is no {kind}"))
    }

    pub fn text(&self, name: &str) -> Result<&str, String> {
        self.typed(name, "text", self.value(name)?.as_str())
    }

    pub fn number(&self, name: &str) -> Result<u64, String> {
        self.typed(name, "natural number", self.value(name)?.as_u64())
    }

    pub fn real(&self, name: &str) -> Result<f64, String> {
        self.typed(name, "number", self.value(name)?.as_f64())
    }

    pub fn truth(&self, name: &str) -> Result<bool, String> {
        self.typed(name, "truth value", self.value(name)?.as_bool())
    }

    pub fn list(&self, name: &str) -> Result<&[Value], String> {
        let list = self.value(name)?.as_array().map(Vec::as_slice);
        self.typed(name, "list", list)
    }

    pub fn object(&self, name: &str) -> Result<Object, String> {
        let object = self.value(name)?.as_object().cloned().map(Object);
        self.typed(name, "object", object)
    }

    /// Field `fen`.
    pub fn position(&self) -> Result<Position, String> {
        parse(self.text("fen")?)
    }

    /// A list of moves.
    pub fn moves(&self, name: &str) -> Result<Vec<Move>, String> {
        let moves = self.list(name)?.iter();
        moves
            .map(|m| parse(m.as_str().ok_or(format!("malformed: {m} is no text"))?))
            .collect()
    }

    /// A list of numbers, 255 among them where it means "never".
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let numbers = self.list(name)?.iter();
        numbers
            .map(|n| {
                let byte = n.as_u64().and_then(|n| u8::try_from(n).ok());
                byte.ok_or(format!("malformed: {n} in {name}"))
            })
            .collect()
    }
}

/// Reads text that has to be right.
pub fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|error| format!("malformed: {text}: {error}"))
}

/// An error unless `found` is `expected`.
pub fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    found: T,
    expected: T,
) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found:?}, not {expected:?}"))
    }
}

/// Prints a line for people to see, which the test harness would hide if it were printed the usual way.
pub fn say(text: &str) {
    // A closed standard error is no reason for a test to fail.
    let _ = writeln!(stderr(), "{text}");
}
