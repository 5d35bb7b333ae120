//! The board drawn as text.

use core::fmt;

use crate::board::{Color, Content, Move, Position, Square};

mod svg;

/// How sure a square must be, 0 to 1, to be shaded faintly and fully.
const SHADES: [f32; 2] = [0.25, 0.75];

/// A drawing of a board, as text (its `Display`) or as [SVG](Diagram::svg).
///
/// As text, White's amazons are `W`, Black's `B`, burnt squares `*`, empty ones `.`. The last move's squares stand in
/// brackets: `<.>` where the amazon came from, `[W]` where it went, `(*)` the arrow. Shading replaces the dots of
/// empty squares that a side owns: `w` and `b`.
///
/// ```
/// use amazons::{Move, Position, notation::Diagram};
/// let mut position: Position = "2q/3/Q1* w".parse()?;
/// let last: Move = "a1-b1/a2".parse()?;
/// position.play(last)?;
/// let drawing = Diagram::new(&position).last_move(Some(last)).to_string();
/// assert_eq!(drawing, concat!(
///     "  3  .  .  B \n",
///     "  2 (*) .  . \n",
///     "  1 <.>[W] * \n",
///     "     a  b  c \n",
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    unicode: bool,
    coordinates: bool,
    last_move: Option<Move>,
    ownership: Option<&'a [f32; 100]>,
    flipped: bool,
}

impl<'a> Diagram<'a> {
    /// A drawing in ASCII, with coordinates, no last move and no shading.
    #[must_use]
    pub fn new(position: &'a Position) -> Diagram<'a> {
        Diagram {
            position,
            unicode: false,
            coordinates: true,
            last_move: None,
            ownership: None,
            flipped: false,
        }
    }

    /// Whether text is drawn with Unicode's symbols: `♕ ♛` amazons, `✕` burnt, `·` empty, `▫ □` owned by White
    /// (perhaps, surely), `▪ ■` by Black.
    #[must_use]
    pub fn unicode(mut self, unicode: bool) -> Self {
        self.unicode = unicode;
        self
    }

    /// Whether rows have their numbers and columns their letters.
    #[must_use]
    pub fn coordinates(mut self, coordinates: bool) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Whether Black's side is at the bottom.
    ///
    /// ```
    /// use amazons::{Position, notation::Diagram};
    /// let position: Position = "2q/3/Q1* w".parse()?;
    /// let drawing = Diagram::new(&position).flipped(true).to_string();
    /// assert_eq!(drawing, concat!(
    ///     "  1  *  .  W \n",
    ///     "  2  .  .  . \n",
    ///     "  3  B  .  . \n",
    ///     "     c  b  a \n",
    /// ));
    /// # Ok::<(), amazons::notation::ParseFenError>(())
    /// ```
    #[must_use]
    pub fn flipped(mut self, flipped: bool) -> Self {
        self.flipped = flipped;
        self
    }

    /// Marks the squares of a move that led to the position.
    #[must_use]
    pub fn last_move(mut self, last_move: Option<Move>) -> Self {
        self.last_move = last_move;
        self
    }

    /// Shades the empty squares by who owns them: by [`Square::index`], +1 White's for sure, -1 Black's.
    #[must_use]
    pub fn ownership(mut self, ownership: Option<&'a [f32; 100]>) -> Self {
        self.ownership = ownership;
        self
    }

    /// The owner of an empty square and whether it is sure.
    fn owner(&self, square: Square) -> Option<(Color, bool)> {
        let value = self.ownership?[square.index()];
        let [faint, full] = SHADES;
        let color = if value > 0.0 {
            Color::White
        } else {
            Color::Black
        };
        (value.abs() >= faint).then(|| (color, value.abs() >= full))
    }

    /// The row or column of a board with `length` of them that is drawn as number `place`, from the left or the bottom.
    fn drawn_at(&self, place: u8, length: u8) -> u8 {
        if self.flipped {
            length - 1 - place
        } else {
            place
        }
    }

    fn symbol(&self, square: Square) -> char {
        let content = self.position.at(square).unwrap_or(Content::Burnt);
        let owner = self.owner(square);
        if self.unicode {
            match (content, owner) {
                (Content::Amazon(Color::White), _) => '♕',
                (Content::Amazon(Color::Black), _) => '♛',
                (Content::Burnt, _) => '✕',
                (Content::Empty, None) => '·',
                (Content::Empty, Some((Color::White, sure))) => ['▫', '□'][usize::from(sure)],
                (Content::Empty, Some((Color::Black, sure))) => ['▪', '■'][usize::from(sure)],
            }
        } else {
            match (content, owner) {
                (Content::Amazon(Color::White), _) => 'W',
                (Content::Amazon(Color::Black), _) => 'B',
                (Content::Burnt, _) => '*',
                (Content::Empty, None) => '.',
                (Content::Empty, Some((Color::White, _))) => 'w',
                (Content::Empty, Some((Color::Black, _))) => 'b',
            }
        }
    }

    /// What stands left and right of a square's symbol. The arrow's mark wins where it came back to the first square.
    fn brackets(&self, square: Square) -> (char, char) {
        match self.last_move {
            Some(m) if m.arrow == square => ('(', ')'),
            Some(m) if m.to == square => ('[', ']'),
            Some(m) if m.from == square => ('<', '>'),
            _ => (' ', ' '),
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = (self.position.columns(), self.position.rows());
        let drawn_columns = || (0..columns).map(|place| self.drawn_at(place, columns));
        for row in (0..rows).rev().map(|place| self.drawn_at(place, rows)) {
            if self.coordinates {
                write!(f, "{:>3}", row + 1)?;
                f.write_str(" ")?;
            }
            for column in drawn_columns() {
                if let Some(square) = Square::new(column, row) {
                    let (left, right) = self.brackets(square);
                    write!(f, "{left}{}{right}", self.symbol(square))?;
                }
            }
            f.write_str("\n")?;
        }
        if self.coordinates {
            f.write_str("    ")?;
            for column in drawn_columns() {
                write!(f, " {} ", char::from(b'a' + column))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shading_has_two_shades_a_side_and_leaves_what_stands() {
        let position: Position = "Qq*2/5 w".parse().unwrap();
        let mut ownership = [0.0; 100];
        // The upper row's amazons and burnt square are shaded in vain.
        for (index, value) in [0.2, 0.3, 0.8, -0.3, -0.8].into_iter().enumerate() {
            ownership[index] = value;
            ownership[10 + index] = 1.0;
        }
        let drawing = Diagram::new(&position)
            .coordinates(false)
            .ownership(Some(&ownership));
        assert_eq!(drawing.to_string(), " W  B  *  w  w \n .  w  w  b  b \n");
        assert_eq!(
            drawing.unicode(true).to_string(),
            " ♕  ♛  ✕  □  □ \n ·  ▫  □  ▪  ■ \n"
        );
        assert_eq!(drawing.svg().matches("fill-opacity=\"0.40\"").count(), 2);
    }

    #[test]
    fn an_arrow_to_the_square_just_left_has_the_arrows_mark() {
        let mut position: Position = "Q2q w".parse().unwrap();
        let back: Move = "a1-b1/a1".parse().unwrap();
        position.play(back).unwrap();
        let drawing = Diagram::new(&position).last_move(Some(back)).to_string();
        assert_eq!(drawing, "  1 (*)[W] .  B \n     a  b  c  d \n");
    }

    #[test]
    fn numbers_that_are_none_shade_nothing() {
        let position: Position = "Q1q w".parse().unwrap();
        let svg = Diagram::new(&position)
            .ownership(Some(&[f32::NAN; 100]))
            .svg();
        assert!(!svg.contains("NaN"));
    }
}
