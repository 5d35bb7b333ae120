use core::fmt;

/// What is known about a game besides its moves: names and values, in the order in which they were set.
///
/// Any name of ASCII letters, digits and `_` that starts with a letter will do; the constants are the usual ones, which
/// the formats translate into their own. Names are equal whatever the case of their letters.
///
/// ```
/// use amazons::{Game, Tags};
/// let mut game = Game::new();
/// game.tags_mut().set(Tags::WHITE, "Ada")?;
/// assert_eq!(game.tags().get("white"), Some("Ada"));
/// # Ok::<(), amazons::TagNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

/// A name that no tag can have: not letters, digits and `_` after a first letter, or one that a game keeps elsewhere
/// (`FEN`, `Result`, `Termination`, `Margin`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagNameError;

impl fmt::Display for TagNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a tag's name is a letter, then letters, digits and _; \
             FEN, Result, Termination and Margin are kept elsewhere",
        )
    }
}

impl core::error::Error for TagNameError {}

impl Tags {
    /// White's name.
    pub const WHITE: &str = "White";
    /// Black's name.
    pub const BLACK: &str = "Black";
    /// The tournament or match.
    pub const EVENT: &str = "Event";
    /// The round of the event.
    pub const ROUND: &str = "Round";
    /// Where it was played.
    pub const SITE: &str = "Site";
    /// When it was played; `2024-05-31` or whatever the record says.
    pub const DATE: &str = "Date";
    /// The time control; seconds a side, or whatever the record says.
    pub const TIME_CONTROL: &str = "TimeControl";
    /// Where the record comes from.
    pub const SOURCE: &str = "Source";
    /// The game's own name.
    pub const NAME: &str = "Name";
    /// Who wrote the comments.
    pub const ANNOTATOR: &str = "Annotator";

    /// The names of what a game keeps in fields of its own.
    pub(crate) const RESERVED: [&str; 4] = ["FEN", "Result", "Termination", "Margin"];

    /// No tags.
    #[must_use]
    pub const fn new() -> Tags {
        Tags { pairs: Vec::new() }
    }

    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// Sets a tag, in place of the value it had.
    ///
    /// # Errors
    /// When no tag can have that name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        let letters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let reserved = Tags::RESERVED
            .iter()
            .any(|other| other.eq_ignore_ascii_case(name));
        if !letters || reserved || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(TagNameError);
        }
        let known = self
            .pairs
            .iter_mut()
            .find(|(other, _)| other.eq_ignore_ascii_case(name));
        match known {
            Some((_, old)) => value.clone_into(old),
            None => self.pairs.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self
            .pairs
            .iter()
            .position(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(self.pairs.remove(index).1)
    }

    /// Names and values, in the order in which they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The number of tags.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}
