//! Where one tree of an SGF file ends and the next begins.

/// Properties of a tree's first node, one of which stands first in every file of note. A line that starts with `(;` and
/// one of them starts a game, also inside a tree that was never closed.
const ROOT: [&[u8; 2]; 12] = [
    b"FF", b"GM", b"CA", b"AP", b"SZ", b"EV", b"PB", b"PW", b"GN", b"RE", b"DT", b"ST",
];

/// The length of `(;FF[`.
pub(super) const OPENING: usize = 5;

/// What a byte means for the game at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Byte {
    /// It belongs to the game.
    Join,
    /// It belongs to the game and ends it.
    End,
    /// It is a blank between games.
    Skip,
    /// It opens a new game: this and the bytes of an [`OPENING`] before it belong to that.
    NewGame,
    /// What went before was no game; this byte opens one.
    OpensAfterJunk,
}

/// How far a tree has been read.
#[derive(Default)]
pub(super) struct TreeSplitter {
    started: bool,
    depth: u64,
    in_value: bool,
    escaped: bool,
    /// The last eight bytes, the newest lowest.
    recent: u64,
    /// Bytes joined.
    length: u64,
}

impl TreeSplitter {
    /// A splitter that has read the [`OPENING`] of a game.
    pub(super) fn opened() -> TreeSplitter {
        TreeSplitter {
            started: true,
            depth: 1,
            in_value: true,
            length: OPENING as u64,
            ..TreeSplitter::default()
        }
    }

    pub(super) fn next(&mut self, byte: u8) -> Byte {
        self.recent = self.recent << 8 | u64::from(byte);
        if !self.started {
            if byte.is_ascii_whitespace() {
                return Byte::Skip;
            }
            self.started = true;
        }
        if self.depth == 0 && byte == b'(' && self.length > 0 {
            return Byte::OpensAfterJunk;
        }
        self.length += 1;
        if byte == b'[' && self.length > OPENING as u64 + 1 && self.opens_game() {
            return Byte::NewGame;
        }
        if self.in_value {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b']' => self.in_value = false,
                _ => {}
            }
            return Byte::Join;
        }
        match byte {
            b'(' => self.depth += 1,
            b'[' if self.depth > 0 => self.in_value = true,
            b')' if self.depth > 0 => {
                self.depth -= 1;
                if self.depth == 0 {
                    return Byte::End;
                }
            }
            _ => {}
        }
        Byte::Join
    }

    /// The bytes of the game that was just opened.
    pub(super) fn opening(&self) -> [u8; OPENING] {
        let [_, _, _, opening @ ..] = self.recent.to_be_bytes();
        opening
    }

    fn opens_game(&self) -> bool {
        let [_, _, line_end, paren, semicolon, name @ .., _] = &self.recent.to_be_bytes();
        (line_end, paren, semicolon) == (&b'\n', &b'(', &b';') && ROOT.contains(&name)
    }
}
