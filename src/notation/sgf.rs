//! The tree of an SGF file: its main line's properties, one by one.

use std::borrow::Cow;

use super::error::error;
use super::scanner::{Scanner, decode};
use super::{GameErrorKind, ParseGameError};

/// One value of a property on the main line.
#[derive(Clone, Copy)]
pub(super) struct Property<'a> {
    /// The capital letters of its name; older files have small ones between.
    pub(super) name: Name,
    pub(super) name_at: usize,
    /// What stands between the brackets, escapes and all.
    pub(super) value: &'a [u8],
    pub(super) value_at: usize,
    /// Whether it belongs to the first node.
    pub(super) root: bool,
}

/// Up to four capital letters; longer names are none that matter here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Name([u8; 4]);

impl Name {
    pub(super) fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&b| b == 0).unwrap_or(self.0.len());
        core::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

/// Hands every property value of the main line (first variations only) of the one tree in `bytes` to `visit`.
///
/// Nothing is kept and nothing recurses, so that deep or long trees cost no memory.
pub(super) fn walk<'a>(
    bytes: &'a [u8],
    mut visit: impl FnMut(Property<'a>) -> Result<(), ParseGameError>,
) -> Result<(), ParseGameError> {
    let mut scanner = Scanner::new(bytes);
    scanner.skip_blanks();
    let start = scanner.at;
    if start == bytes.len() {
        return error(GameErrorKind::Empty, start);
    }
    if !open_tree(&mut scanner) {
        return error(GameErrorKind::NoTree, start);
    }
    let (mut depth, mut root) = (1usize, true);
    loop {
        scanner.skip_blanks();
        let at = scanner.at;
        match scanner.peek() {
            Some(b';') => {
                scanner.at += 1;
                root = false;
            }
            Some(b'(') => {
                if !open_tree(&mut scanner) {
                    return error(GameErrorKind::NoTree, at);
                }
                depth += 1;
                root = false;
            }
            Some(b')') => break,
            Some(b) if b.is_ascii_alphabetic() => property(&mut scanner, root, &mut visit)?,
            Some(_) => return error(GameErrorKind::Property, at),
            None => return error(GameErrorKind::UnclosedTree, at),
        }
    }
    skip_other_variations(&mut scanner, depth)?;
    scanner.skip_blanks();
    match scanner.peek() {
        None => Ok(()),
        Some(_) => error(GameErrorKind::AfterEnd, scanner.at),
    }
}

fn open_tree(scanner: &mut Scanner<'_>) -> bool {
    let opened = scanner.take(b'(');
    scanner.skip_blanks();
    opened && scanner.take(b';')
}

fn property<'a>(
    scanner: &mut Scanner<'a>,
    root: bool,
    visit: &mut impl FnMut(Property<'a>) -> Result<(), ParseGameError>,
) -> Result<(), ParseGameError> {
    let name_at = scanner.at;
    let (mut name, mut length) = ([0; 4], 0);
    while let Some(b) = scanner.peek().filter(u8::is_ascii_alphabetic) {
        if b.is_ascii_uppercase() {
            if let Some(letter) = name.get_mut(length) {
                *letter = b;
            }
            length += 1;
        }
        scanner.at += 1;
    }
    if length > name.len() {
        name = [0; 4];
    }
    scanner.skip_blanks();
    if scanner.peek() != Some(b'[') {
        return error(GameErrorKind::Property, scanner.at);
    }
    while scanner.peek() == Some(b'[') {
        let value_at = scanner.at + 1;
        skip_value(scanner)?;
        visit(Property {
            name: Name(name),
            name_at,
            value: &scanner.bytes[value_at..scanner.at - 1],
            value_at,
            root,
        })?;
        scanner.skip_blanks();
    }
    Ok(())
}

/// Skips a value; the scanner stands at its bracket.
fn skip_value(scanner: &mut Scanner<'_>) -> Result<(), ParseGameError> {
    let at = scanner.at;
    scanner.at += 1;
    while let Some(b) = scanner.peek() {
        scanner.at += if b == b'\\' { 2 } else { 1 };
        if b == b']' {
            return Ok(());
        }
    }
    error(GameErrorKind::UnclosedValue, at)
}

/// Skips what follows the main line up to the end of the tree, `depth` parentheses down.
fn skip_other_variations(
    scanner: &mut Scanner<'_>,
    mut depth: usize,
) -> Result<(), ParseGameError> {
    while depth > 0 {
        match scanner.peek() {
            Some(b'[') => {
                skip_value(scanner)?;
                continue;
            }
            Some(b'(') => depth += 1,
            Some(b')') => depth -= 1,
            Some(_) => {}
            None => return error(GameErrorKind::UnclosedTree, scanner.bytes.len()),
        }
        scanner.at += 1;
    }
    Ok(())
}

/// The text of a value: an escaped line's end is dropped, any other escaped character stands for itself.
pub(super) fn unescape(value: &[u8]) -> Cow<'_, str> {
    let text = decode(value);
    if !text.contains('\\') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => plain.extend(characters.next().filter(|&next| next != '\n')),
            c => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Writes `NAME[text]`.
pub(super) fn push_property(out: &mut String, name: &str, text: &str) {
    out.push_str(name);
    push_value(out, text);
}

/// Writes `[text]`.
pub(super) fn push_value(out: &mut String, text: &str) {
    out.push('[');
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push(']');
}
