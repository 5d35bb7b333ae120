//! Lines of input from programs, whatever those send.

use std::io::{self, BufRead, Read};

/// Longer lines are not kept. All 2,176 first moves of a game, twice, fit many times.
pub const MOST_BYTES: usize = 1 << 20;

/// A line without its end.
#[derive(PartialEq, Eq, Debug)]
pub enum Line {
    /// With what is not UTF-8 replaced.
    Text(String),
    /// Longer than [`MOST_BYTES`], and skipped.
    TooLong,
}

/// Reads lines without ever holding more than one of bounded length.
pub struct LineReader<R>(pub R);

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

impl<R: BufRead> LineReader<R> {
    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let most = MOST_BYTES as u64 + 1;
        if self.0.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() > MOST_BYTES {
            self.0.skip_until(b'\n')?;
            return Ok(Some(Line::TooLong));
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(Line::Text(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        LineReader(bytes).map(Result::unwrap).collect()
    }

    #[test]
    fn lines_of_all_kinds_are_read() {
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(lines(b""), []);
        assert_eq!(
            lines(b"a\r\n\nb\xFF\0\nc"),
            [text("a"), text(""), text("b\u{FFFD}\0"), text("c")]
        );
        let longest = "x".repeat(MOST_BYTES);
        let long = format!("{longest}\n{longest}x\nnext\n{longest}{longest}");
        assert_eq!(
            lines(long.as_bytes()),
            [text(&longest), Line::TooLong, text("next"), Line::TooLong]
        );
    }
}
