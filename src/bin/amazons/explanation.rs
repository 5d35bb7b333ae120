//! What the evaluation sees in a position, for people to read.

use std::fmt;

use amazons::territory::{AmazonMobility, Evaluation, Race};
use amazons::{Color, Content, Position};

/// A position and its evaluation.
pub struct Explanation<'a> {
    pub position: &'a Position,
    pub explanation: &'a Evaluation,
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.explanation;
        let (leader, chance) = if seen.white_logit >= 0.0 {
            (Color::White, seen.white_win_probability)
        } else {
            (Color::Black, 1.0 - seen.white_win_probability)
        };
        writeln!(
            f,
            "Without looking ahead: {leader} wins with {:.1}%, {:+.1} moves for White at the end\n",
            100.0 * chance,
            seen.white_margin
        )?;
        self.terms(f)?;
        self.amazons(f)?;
        self.ownership(f)
    }
}

impl Explanation<'_> {
    /// What each part adds to the logit of White's win.
    fn terms(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.explanation;
        writeln!(f, "logit of White's win, by what is seen")?;
        for term in &seen.terms {
            write!(f, "  {:<20}{:>+7.2}", term.name, term.white_logit)?;
            match term.name {
                "queen distances" => nearer(f, &seen.queen_race)?,
                "king distances" => nearer(f, &seen.king_race)?,
                "open squares" => write!(f, "   {:.1} squares contested", seen.contested)?,
                _ => {}
            }
            writeln!(f)?;
        }
        writeln!(f, "  {:<20}{:>+7.2}\n", "all", seen.white_logit)
    }

    /// How free the amazons are, and who is enclosed.
    fn amazons(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            write!(f, "{color}'s amazons, mobility:")?;
            let of_color = |amazon: &&AmazonMobility| amazon.color == color;
            for amazon in self.explanation.amazons.iter().filter(of_color) {
                write!(f, " {} {:.1}", amazon.square, amazon.alpha)?;
                if amazon.enclosed {
                    f.write_str(" (enclosed)")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// Whose each square is, in percent.
    fn ownership(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nwhose squares, in percent: White's +, Black's -")?;
        let columns = usize::from(self.position.columns());
        let squares: Vec<_> = self.position.squares().iter().collect();
        for row in squares.chunks(columns).rev() {
            if let Some(first) = row.first() {
                write!(f, "{:>2}", first.row() + 1)?;
            }
            for &square in row {
                match self.position.at(square) {
                    Some(Content::Amazon(Color::White)) => f.write_str("    Q")?,
                    Some(Content::Amazon(Color::Black)) => f.write_str("    q")?,
                    Some(Content::Burnt) => f.write_str("    *")?,
                    _ => {
                        let owned = 100.0 * self.explanation.ownership[square.index()];
                        // No zero with a sign.
                        match owned.round() as i32 {
                            0 => f.write_str("    0")?,
                            owned => write!(f, "{owned:>+5}")?,
                        }
                    }
                }
            }
            writeln!(f)?;
        }
        f.write_str("  ")?;
        for column in ('a'..).take(columns) {
            write!(f, "    {column}")?;
        }
        writeln!(f)
    }
}

fn nearer(f: &mut fmt::Formatter<'_>, race: &Race) -> fmt::Result {
    write!(
        f,
        "   White nearer to {}, Black to {}, both as near to {}",
        race.win, race.loss, race.tie
    )
}
