//! The boards that `UCI_Variant` names.

use core::fmt;
use core::str::FromStr;

use amazons::Position;

/// A board size with a usual start. Fairy-Stockfish's name, `amazons`, is that of the 10x10 board; others have their size
/// after it, such as `amazons8x8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    columns: u8,
    rows: u8,
}

impl Variant {
    pub const STANDARD: Variant = Variant {
        columns: 10,
        rows: 10,
    };

    /// The square boards, for a list of choices. Oblong ones are understood as well.
    pub fn squares() -> impl Iterator<Item = Variant> {
        (4..=10).rev().map(|side| Variant {
            columns: side,
            rows: side,
        })
    }

    pub fn start(self) -> Position {
        Position::standard(self.columns, self.rows).unwrap_or_default()
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("amazons")?;
        match *self {
            Variant::STANDARD => Ok(()),
            Variant { columns, rows } => write!(f, "{columns}x{rows}"),
        }
    }
}

impl FromStr for Variant {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Variant, &'static str> {
        let size = text.strip_prefix("amazons").ok_or("not this game")?;
        if size.is_empty() {
            return Ok(Variant::STANDARD);
        }
        let (columns, rows) = size.split_once('x').unwrap_or((size, size));
        let side = |text: &str| text.parse::<u8>().ok();
        side(columns)
            .zip(side(rows))
            .filter(|&(columns, rows)| Position::standard(columns, rows).is_some())
            .map(|(columns, rows)| Variant { columns, rows })
            .ok_or("boards have 4 to 10 columns and rows, as in amazons8x8")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for variant in Variant::squares() {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        assert_eq!("amazons10x10".parse(), Ok(Variant::STANDARD));
        assert_eq!("amazons8".parse::<Variant>(), "amazons8x8".parse());
        assert_eq!("amazons5x4".parse::<Variant>().unwrap().start().rows(), 4);
        for name in [
            "chess",
            "",
            "amazons3",
            "amazons11x4",
            "amazonsx",
            "Amazons",
        ] {
            assert!(name.parse::<Variant>().is_err(), "{name}");
        }
    }
}
