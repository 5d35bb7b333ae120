//! Texts that can't be read, each with what is wrong and where; texts that can, each with what they say.
//!
//! `tests/data/notation/FORMAT.invalid.txt`: the kind of the error, a tab, the text with `¦` at the place of the error.
//! `tests/data/notation/FORMAT.valid.txt`: the text, a tab, the game as a plain list (or FEN, or move).
//! `\n`, `\t`, `\r`, `\\` and `\xHH` stand for characters that a line can't hold.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::path::PathBuf;

use amazons::notation::Format;
use amazons::{Game, Move, Position};

/// What marks the place of the error.
const MARK: &str = "¦";

fn lines(name: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/notation")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    text.lines().map(str::to_owned).collect()
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(b) = rest.next() {
        bytes.push(match b {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'r') => b'\r',
                Some(b'x') => {
                    let digits = [rest.next().unwrap(), rest.next().unwrap()];
                    u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
                }
                other => other.unwrap(),
            },
            b => b,
        });
    }
    bytes
}

/// The text without its mark, and the mark's place.
fn marked(text: &str) -> (Vec<u8>, usize) {
    let (before, after) = text
        .split_once(MARK)
        .unwrap_or_else(|| panic!("no mark: {text}"));
    let before = unescape(before);
    let at = before.len();
    ([before, unescape(after)].concat(), at)
}

/// Reads every text of a corpus; `read` gives the kind and place of the error, or what was read.
fn check_invalid(
    name: &str,
    counts: &mut BTreeMap<String, u32>,
    faults: &mut Vec<String>,
    read: impl Fn(&[u8]) -> Result<String, (String, usize)>,
) {
    for line in lines(&format!("{}.invalid.txt", name.replace('-', "_"))) {
        let (kind, text) = line.split_once('\t').unwrap();
        let (bytes, at) = marked(text);
        let found = read(&bytes);
        match &found {
            Err((found, found_at)) if found.starts_with(kind) && *found_at == at => {}
            _ => faults.push(format!("{name}: {line}\n    at {at}, found {found:?}")),
        }
        *counts.entry(format!("{name} {kind}")).or_default() += 1;
    }
}

fn text_error<T: Display, K: Debug>(
    result: Result<T, (K, usize)>,
) -> Result<String, (String, usize)> {
    result
        .map(|value| value.to_string())
        .map_err(|(kind, at)| (format!("{kind:?}"), at))
}

fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn invalid_texts_name_their_fault_and_its_place() {
    let (mut counts, mut faults) = (BTreeMap::new(), Vec::new());
    check_invalid("fen", &mut counts, &mut faults, |bytes| {
        text_error(
            str_of(bytes)
                .parse::<Position>()
                .map_err(|e| (e.kind, e.at)),
        )
    });
    check_invalid("move", &mut counts, &mut faults, |bytes| {
        text_error(str_of(bytes).parse::<Move>().map_err(|e| (e.kind, e.at)))
    });
    for format in Format::ALL.into_iter().filter(|&f| f != Format::Numbered) {
        check_invalid(
            format.name(),
            &mut counts,
            &mut faults,
            |bytes| match format.read(bytes) {
                Ok(game) => Ok(format!("{game:?}")),
                Err(error) => Err((format!("{:?}", error.kind), error.at)),
            },
        );
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
    let few: Vec<_> = counts.iter().filter(|(_, count)| **count < 10).collect();
    assert!(few.is_empty(), "fewer than ten of a kind: {few:?}");
    assert!(counts.len() > 80, "{} kinds", counts.len());
}

#[test]
fn valid_texts_say_what_they_should() {
    let mut faults = Vec::new();
    let mut check = |name: &str, read: &dyn Fn(&[u8]) -> Result<String, String>| {
        let lines = lines(&format!("{}.valid.txt", name.replace('-', "_")));
        assert!(lines.len() >= 10, "{name}: {} texts", lines.len());
        for line in lines {
            let (text, expected) = line.split_once('\t').unwrap();
            let found = read(&unescape(text));
            if found.as_deref() != Ok(expected) {
                faults.push(format!("{name}: {line}\n    found {found:?}"));
            }
        }
    };
    check("fen", &|bytes| {
        let position = str_of(bytes).parse::<Position>();
        position.map(|p| p.to_string()).map_err(|e| e.to_string())
    });
    check("move", &|bytes| {
        let m = str_of(bytes).parse::<Move>();
        m.map(|m| m.to_string()).map_err(|e| e.to_string())
    });
    for format in Format::ALL {
        check(format.name(), &|bytes| {
            let game = format.read(bytes).map_err(|e| e.to_string())?;
            let text = Format::Plain.write(&game).map_err(|e| e.to_string())?;
            Ok(text.trim_end().to_owned())
        });
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// The formats of valid texts are detected. Without a move, a text may be one of several: `[]`, `(;)`.
#[test]
fn formats_are_detected() {
    for format in Format::ALL {
        for line in lines(&format!("{}.valid.txt", format.name().replace('-', "_"))) {
            let (text, _) = line.split_once('\t').unwrap();
            let bytes = unescape(text);
            let Some(found) = Format::detect(&bytes) else {
                panic!("{format}: {text}: nothing detected");
            };
            let read = found.read(&bytes);
            let expected = format.read(&bytes);
            if expected.as_ref().is_ok_and(Game::is_empty) {
                assert!(read.is_ok(), "{format} taken for {found}: {text}");
                continue;
            }
            assert_eq!(read, expected, "{format} taken for {found}: {text}");
        }
    }
}
