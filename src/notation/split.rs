//! Where one game of a line-by-line format ends and the next begins.

use super::Format;
use super::plain::read_tag;
use super::result_text::GameResult;
use super::scanner::Scanner;
use crate::board::Color;

/// What to do with the next line, given the lines of the game so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// It belongs to the game.
    Join,
    /// It belongs to no game.
    Skip,
    /// The game ended before it.
    NewGame,
    /// The game ended before it, and it belongs to none.
    SkipAndEnd,
}

/// The lines of one game, as far as they tell where it ends.
#[derive(Default)]
pub(super) struct Splitter {
    /// Whether a line has joined.
    started: bool,
    /// Whether the line last joined ends the game.
    pub(super) ended: bool,
    /// In a plain list: a comment goes on into the next line.
    in_comment: bool,
    has_moves: bool,
    /// In a plain list: it has tags or numbers, so that it goes on over lines.
    long: bool,
}

impl Splitter {
    /// What to do with a line, its end included. When it joins, it is noted.
    pub(super) fn next(&mut self, format: Format, line: &[u8]) -> Next {
        let next = match format {
            Format::Plain | Format::Numbered => self.plain(line),
            Format::Botzone | Format::BotzoneJson => self.botzone(line),
            _ => self.line_of_its_own(line),
        };
        self.started |= next == Next::Join;
        next
    }

    fn line_of_its_own(&mut self, line: &[u8]) -> Next {
        if line.trim_ascii().is_empty() {
            return Next::Skip;
        }
        self.ended = true;
        Next::Join
    }

    fn botzone(&mut self, line: &[u8]) -> Next {
        let words = || {
            line.split(u8::is_ascii_whitespace)
                .filter(|w| !w.is_empty())
        };
        let Some(first) = words().next() else {
            return if self.started {
                Next::SkipAndEnd
            } else {
                Next::Skip
            };
        };
        let count = words().count();
        let whole = matches!(first[0], b'{' | b'[') || count > 6;
        // A count of turns or no move at all comes first; after a count, the first request may be no move.
        let counted = self.started && !self.has_moves;
        let opens = whole || count == 1 || (first == b"-1" && !counted);
        if self.started && opens {
            return Next::NewGame;
        }
        self.ended = whole;
        self.has_moves |= count > 1;
        Next::Join
    }

    /// A plain list with tags or numbers goes on until a blank line, its result, a tag or the number 1; any other is
    /// one line.
    fn plain(&mut self, line: &[u8]) -> Next {
        let text = line.trim_ascii();
        if !self.in_comment {
            let Some(&first) = text.first() else {
                return match (self.started, self.has_moves) {
                    (false, _) => Next::Skip,
                    (true, true) => Next::SkipAndEnd,
                    (true, false) => Next::Join,
                };
            };
            if self.has_moves && self.opens(first, text) {
                return Next::NewGame;
            }
            if !self.has_moves {
                self.long |= first == b'[' || move_number(text).is_some();
            }
        }
        self.note_plain(line, text);
        Next::Join
    }

    /// Whether a line of this text opens a new game, after moves and no result.
    fn opens(&self, first: u8, text: &[u8]) -> bool {
        match first {
            b'[' => true,
            b'0'..=b'9' => match move_number(text) {
                Some((number, dots)) => !self.long || (number == 1 && dots < 2),
                // A result on a line of its own.
                None => false,
            },
            b'*' => false,
            _ => !self.long,
        }
    }

    /// Notes the moves, the open comment and the result in a line.
    fn note_plain(&mut self, line: &[u8], text: &[u8]) {
        // Without a way out before the end, the compiler looks at many bytes at once.
        let brackets = line
            .iter()
            .fold(false, |found, &b| found | (b == b'{') | (b == b'['));
        if !self.in_comment && !brackets {
            self.has_moves = true;
            self.ended = is_result(text.rsplit(u8::is_ascii_whitespace).next());
            return;
        }
        let mut scanner = Scanner::new(line);
        let mut last = None;
        loop {
            if self.in_comment {
                scanner.skip_while(|b| b != b'}');
                self.in_comment = !scanner.take(b'}');
                if self.in_comment {
                    break;
                }
            }
            scanner.skip_blanks();
            match scanner.peek() {
                None => break,
                Some(b'{') => self.in_comment = true,
                Some(b'[') => {
                    if read_tag(&mut scanner).is_err() {
                        break;
                    }
                }
                Some(_) => {
                    let start = scanner.at;
                    scanner.skip_while(|b| !b.is_ascii_whitespace() && b != b'{');
                    last = Some(&line[start..scanner.at]);
                    self.has_moves = true;
                }
            }
        }
        self.ended = is_result(last);
    }
}

/// The number with dots that a text starts with, and how many dots. A number alone counts as one with a dot.
fn move_number(text: &[u8]) -> Option<(u32, usize)> {
    let mut scanner = Scanner::new(text);
    let number = scanner.number(u32::MAX).ok()?;
    let start = scanner.at;
    scanner.skip_while(|b| b == b'.' || b == b')');
    let dots = scanner.at - start;
    match scanner.peek() {
        Some(b'-' | b'/') if dots == 0 => None,
        _ => Some((number, dots)),
    }
}

fn is_result(word: Option<&[u8]>) -> bool {
    word.is_some_and(|word| !word.is_empty() && GameResult::read(word, Color::ALL).is_some())
}
