//! Which format a text is in.

use super::Format;
use super::scanner::Scanner;

/// How much of a text is looked at for the words that tell formats of one first letter apart.
const LOOK: usize = 4096;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// How many bytes of a byte order mark a text starts with.
pub(super) fn mark_length(bytes: &[u8]) -> usize {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    }
}

pub(super) fn detect(bytes: &[u8]) -> Option<Format> {
    let bytes = &bytes[mark_length(bytes)..];
    let bytes = &bytes[..bytes.len().min(LOOK)];
    let mut scanner = Scanner::new(bytes);
    scanner.skip_blanks();
    let start = scanner.clone();
    let word = scanner.word();
    match *word.first()? {
        b'(' => Some(detect_tree(bytes)),
        b'{' => Some(detect_brace(bytes)),
        b'[' => {
            scanner = start;
            scanner.at += 1;
            scanner.skip_blanks();
            Some(match scanner.peek()? {
                b'{' => Format::BotzoneJson,
                b'0'..=b'9' | b']' => Format::OpenSpiel,
                _ => Format::Numbered,
            })
        }
        b'-' => Some(Format::Botzone),
        b'*' => Some(Format::Plain),
        b'0'..=b'9' => detect_number(start, word),
        _ if matches!(word, b"position" | b"startpos" | b"fen") => Some(Format::Uci),
        b'a'..=b'j' | b'A'..=b'J' if word.get(1).is_some_and(u8::is_ascii_digit) => {
            Some(Format::Plain)
        }
        // A result.
        b'w' | b'W' | b'b' | b'B' if word.get(1) == Some(&b'+') => Some(Format::Plain),
        _ => None,
    }
}

fn contains(bytes: &[u8], word: &str) -> bool {
    bytes
        .windows(word.len())
        .any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
}

/// Tells the dialects of SGF apart by the first move, or else by what Little Golem never writes.
fn detect_tree(bytes: &[u8]) -> Format {
    let first_move = bytes.windows(3).position(|window| {
        matches!(window[0], b';' | b'\n' | b' ')
            && matches!(window[1], b'B' | b'W')
            && window[2] == b'['
    });
    let digits = first_move.map(|at| {
        let value = bytes[at + 3..].iter().take_while(|&&b| b != b']');
        value.copied().any(|b| b.is_ascii_digit())
    });
    match digits {
        Some(true) => Format::LittleGolem,
        None if contains(bytes, "littlegolem") && !contains(bytes, "GM[18]") => Format::LittleGolem,
        _ => Format::Sgf,
    }
}

/// JSON, or a plain list that starts with a comment.
fn detect_brace(bytes: &[u8]) -> Format {
    let any = |names: &[&str]| {
        names
            .iter()
            .any(|name| contains(bytes, &format!("\"{name}\"")))
    };
    if any(&["requests", "log", "x0"]) {
        Format::BotzoneJson
    } else if any(&["moves", "start", "tags"]) {
        Format::Json
    } else {
        Format::Plain
    }
}

/// A move's number, a result, or lists of nothing but numbers.
fn detect_number(start: Scanner<'_>, word: &[u8]) -> Option<Format> {
    let mut scanner = start;
    let number = scanner.number(u32::MAX).ok()?;
    match scanner.peek() {
        Some(b'.' | b')') => return Some(Format::Numbered),
        Some(b'-') => return matches!(word, b"1-0" | b"0-1").then_some(Format::Plain),
        Some(b',') | None => return Some(Format::OpenSpiel),
        Some(b) if !b.is_ascii_whitespace() => return None,
        _ => {}
    }
    let line = scanner.rest().split(|&b| b == b'\n').next();
    let alone = line.is_none_or(|rest| rest.trim_ascii().is_empty());
    scanner.skip_blanks();
    match scanner.peek() {
        Some(b) if b.is_ascii_alphabetic() => Some(Format::Numbered),
        // The smallest number of an amazon that opens an OpenSpiel game is 24, Botzone's numbers end at 7.
        _ if alone || number < 8 => Some(Format::Botzone),
        _ => Some(Format::OpenSpiel),
    }
}
