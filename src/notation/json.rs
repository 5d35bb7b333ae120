//! The little of JSON that game records need: text to values that know their place.

use std::borrow::Cow;

use super::error::error;
use super::scanner::{Scanner, decode};
use super::{GameErrorKind, ParseGameError};

/// How deep arrays and objects may nest: Botzone's logs take six levels.
const MAX_DEPTH: usize = 16;

/// A value and the byte at which it stands.
pub(super) struct Json<'a> {
    pub(super) at: usize,
    pub(super) value: Value<'a>,
}

pub(super) enum Value<'a> {
    Null,
    /// `true`, `false`, and numbers with a fraction or exponent: nothing that a record needs.
    Other,
    Integer(i64),
    String(Cow<'a, str>),
    Array(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// Reads the one value in `bytes`.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Json<'a>, ParseGameError> {
        let mut scanner = Scanner::new(bytes);
        scanner.skip_blanks();
        if scanner.peek().is_none() {
            return error(GameErrorKind::Empty, scanner.at);
        }
        let json = read_value(&mut scanner, 0)?;
        scanner.skip_blanks();
        match scanner.peek() {
            None => Ok(json),
            Some(_) => error(GameErrorKind::AfterEnd, scanner.at),
        }
    }

    /// The member of this name, if it is there and not `null`.
    pub(super) fn member(&self, name: &str) -> Option<&Json<'a>> {
        match &self.value {
            Value::Object(members) => members
                .iter()
                .find(|(other, _)| other == name)
                .map(|(_, value)| value)
                .filter(|json| !matches!(json.value, Value::Null)),
            _ => None,
        }
    }

    pub(super) fn array(&self) -> Option<&[Json<'a>]> {
        match &self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(super) fn string(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(number) => Some(number),
            _ => None,
        }
    }
}

fn read_value<'a>(scanner: &mut Scanner<'a>, depth: usize) -> Result<Json<'a>, ParseGameError> {
    let at = scanner.at;
    if depth > MAX_DEPTH {
        return error(GameErrorKind::TooDeep, at);
    }
    let value = match scanner.peek() {
        Some(b'{') => read_object(scanner, depth)?,
        Some(b'[') => read_array(scanner, depth)?,
        Some(b'"') => Value::String(read_string(scanner)?),
        Some(b'-' | b'0'..=b'9') => read_number(scanner)?,
        _ => {
            let known = ["null", "true", "false"]
                .into_iter()
                .find(|word| scanner.rest().starts_with(word.as_bytes()));
            let Some(word) = known else {
                return error(GameErrorKind::Json, at);
            };
            scanner.at += word.len();
            match word {
                "null" => Value::Null,
                _ => Value::Other,
            }
        }
    };
    Ok(Json { at, value })
}

fn read_array<'a>(scanner: &mut Scanner<'a>, depth: usize) -> Result<Value<'a>, ParseGameError> {
    let mut items = Vec::new();
    read_list(scanner, b']', |scanner| {
        items.push(read_value(scanner, depth + 1)?);
        Ok(())
    })?;
    Ok(Value::Array(items))
}

fn read_object<'a>(scanner: &mut Scanner<'a>, depth: usize) -> Result<Value<'a>, ParseGameError> {
    let mut members = Vec::new();
    read_list(scanner, b'}', |scanner| {
        if scanner.peek() != Some(b'"') {
            return error(GameErrorKind::Json, scanner.at);
        }
        let name = read_string(scanner)?;
        scanner.skip_blanks();
        if !scanner.take(b':') {
            return error(GameErrorKind::Json, scanner.at);
        }
        scanner.skip_blanks();
        members.push((name, read_value(scanner, depth + 1)?));
        Ok(())
    })?;
    Ok(Value::Object(members))
}

/// Reads items and the commas between them; the scanner stands at the bracket that opens the list.
fn read_list<'a>(
    scanner: &mut Scanner<'a>,
    close: u8,
    mut item: impl FnMut(&mut Scanner<'a>) -> Result<(), ParseGameError>,
) -> Result<(), ParseGameError> {
    scanner.at += 1;
    scanner.skip_blanks();
    if scanner.take(close) {
        return Ok(());
    }
    loop {
        item(scanner)?;
        scanner.skip_blanks();
        if scanner.take(close) {
            return Ok(());
        }
        if !scanner.take(b',') {
            return error(GameErrorKind::Json, scanner.at);
        }
        scanner.skip_blanks();
    }
}

fn read_number<'a>(scanner: &mut Scanner<'a>) -> Result<Value<'a>, ParseGameError> {
    let start = scanner.at;
    scanner.take(b'-');
    let digits_at = scanner.at;
    scanner.skip_while(|b| b.is_ascii_digit());
    let digits = &scanner.bytes[digits_at..scanner.at];
    if digits.is_empty() || (digits[0] == b'0' && digits.len() > 1) {
        return error(GameErrorKind::Json, start);
    }
    let integer = core::str::from_utf8(&scanner.bytes[start..scanner.at])
        .ok()
        .and_then(|text| text.parse().ok());
    let end = scanner.at;
    scanner.skip_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    Ok(match integer.filter(|_| scanner.at == end) {
        Some(integer) => Value::Integer(integer),
        None => Value::Other,
    })
}

fn read_string<'a>(scanner: &mut Scanner<'a>) -> Result<Cow<'a, str>, ParseGameError> {
    let start = scanner.at + 1;
    scanner.at = start;
    scanner.skip_while(|b| b != b'"' && b != b'\\' && b >= b' ');
    if scanner.peek() == Some(b'"') {
        scanner.at += 1;
        return Ok(decode(&scanner.bytes[start..scanner.at - 1]));
    }
    let mut text = decode(&scanner.bytes[start..scanner.at]).into_owned();
    loop {
        let at = scanner.at;
        match scanner.peek() {
            Some(b'"') => {
                scanner.at += 1;
                return Ok(Cow::Owned(text));
            }
            Some(b'\\') => {
                scanner.at += 1;
                text.push(read_escape(scanner)?);
            }
            Some(b' '..) => {
                scanner.skip_while(|b| b != b'"' && b != b'\\' && b >= b' ');
                text.push_str(&decode(&scanner.bytes[at..scanner.at]));
            }
            Some(_) | None => return error(GameErrorKind::Json, at),
        }
    }
}

fn read_escape(scanner: &mut Scanner<'_>) -> Result<char, ParseGameError> {
    let at = scanner.at;
    let Some(letter) = scanner.peek() else {
        return error(GameErrorKind::Json, at);
    };
    scanner.at += 1;
    Ok(match letter {
        b'"' | b'\\' | b'/' => char::from(letter),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let first = read_hex(scanner)?;
            let mut ahead = scanner.clone();
            let second = match ahead.take(b'\\') && ahead.take(b'u') {
                true => read_hex(&mut ahead).ok(),
                false => None,
            };
            // UTF-16 writes a character in one unit or in a pair; half a pair is no character.
            let units = [Some(first), second].into_iter().flatten();
            let character = char::decode_utf16(units).next().and_then(Result::ok);
            if character.is_some_and(|c| c.len_utf16() == 2) {
                *scanner = ahead;
            }
            character.unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        _ => return error(GameErrorKind::Json, at),
    })
}

fn read_hex(scanner: &mut Scanner<'_>) -> Result<u16, ParseGameError> {
    let at = scanner.at;
    let digits = scanner.rest().get(..4).and_then(|digits| {
        let text = core::str::from_utf8(digits).ok()?;
        let hex = text.bytes().all(|b| b.is_ascii_hexdigit());
        hex.then(|| u16::from_str_radix(text, 16).ok()).flatten()
    });
    scanner.at += 4;
    digits.ok_or(ParseGameError {
        kind: GameErrorKind::Json,
        at,
    })
}

/// Writes a string with its quotes.
pub(super) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Option<String> {
        let json = Json::read(text.as_bytes()).ok()?;
        json.string().map(str::to_owned)
    }

    #[test]
    fn escaped_units_are_utf_16() {
        let edges = [
            0, 0x41, 0xd7ff, 0xd800, 0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff, 0xe000, 0xffff,
        ];
        for first in edges {
            for second in edges {
                for third in edges {
                    let units = [first, second, third];
                    let escaped: String = units.iter().map(|u| format!("\\u{u:04x}")).collect();
                    let expected = String::from_utf16_lossy(&units);
                    assert_eq!(string(&format!("\"{escaped}\"")), Some(expected));
                }
            }
        }
        for broken in [
            "\\u",
            "\\u12",
            "\\u12g4",
            "\\ud83d\\u",
            "\\ud83d\\u12",
            "\\x",
            "\\",
        ] {
            assert_eq!(string(&format!("\"{broken}\"")), None, "{broken}");
        }
    }

    #[test]
    fn strings_come_back() {
        let text: String = (0..0x250).filter_map(char::from_u32).collect();
        let mut written = String::new();
        push_string(&mut written, &text);
        assert_eq!(string(&written), Some(text));
    }
}
