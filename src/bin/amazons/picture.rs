//! A report for people to read.

use std::fmt;

use amazons::notation::Diagram;
use amazons::{Color, Game, Proven, Report};

use crate::counted::{counted, thousands};

/// How much of a line is shown, in plies.
const SHOWN_PLIES: usize = 6;

/// Columns of the bar that shows who is winning.
const BAR: usize = 40;

/// A report on the position at a game's cursor.
pub struct Picture<'a> {
    pub game: &'a Game,
    pub report: &'a Report,
    /// Whether the terminal shows colours.
    pub colored: bool,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        self.boards(f)?;
        self.verdict(f)?;
        self.lines(f)?;
        self.effort(f)
    }
}

impl Picture<'_> {
    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.game.position();
        if self.game.ply() > 0 {
            write!(f, "At ply {}: ", self.game.ply())?;
        }
        match position.outcome() {
            Some(outcome) => writeln!(
                f,
                "{} has no move, {} won\n",
                position.turn(),
                outcome.winner
            ),
            None => writeln!(
                f,
                "{} to move, {}\n",
                position.turn(),
                counted(position.move_count(), "move", "moves")
            ),
        }
    }

    /// The position, and beside it who will own its squares.
    fn boards(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.game.position();
        let board = Diagram::new(position)
            .unicode(true)
            .last_move(self.game.last_move())
            .to_string();
        let mut ownership = [0.0; 100];
        for (square, &owned) in position.squares().iter().zip(&self.report.ownership) {
            ownership[square.index()] = owned;
        }
        let owned = Diagram::new(position)
            .unicode(true)
            .ownership(Some(&ownership))
            .to_string();
        for (left, right) in board.lines().zip(owned.lines()) {
            self.paint(f, left)?;
            f.write_str("   ")?;
            self.paint(f, right)?;
            f.write_str("\n")?;
        }
        let expected = |color: Color| -> f32 {
            let empty = position.empty().iter();
            empty
                .map(|square| color.sign() as f32 * ownership[square.index()])
                .filter(|&owned| owned > 0.0)
                .fold(0.0, |sum, owned| sum + owned)
        };
        writeln!(
            f,
            "\nempty squares: {:.1} White's (□), {:.1} Black's (■), {} in all",
            expected(Color::White),
            expected(Color::Black),
            position.empty().count()
        )
    }

    /// Writes a line of a drawing, in colours where the terminal has them.
    fn paint(&self, f: &mut fmt::Formatter<'_>, line: &str) -> fmt::Result {
        for c in line.chars() {
            let style = match c {
                '♕' | '□' | '▫' => "1;36",
                '♛' | '■' | '▪' => "1;35",
                '✕' | '·' => "2",
                '[' | ']' | '(' | ')' | '<' | '>' => "33",
                _ => "",
            };
            if self.colored && !style.is_empty() {
                write!(f, "\x1b[{style}m{c}\x1b[0m")?;
            } else {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }

    /// Who is winning, as a number, a bar and a margin.
    fn verdict(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.game.position().turn();
        let for_mover = f64::from(self.report.win_rate);
        let white = match turn {
            Color::White => for_mover,
            Color::Black => 1.0 - for_mover,
        };
        let filled = (white * BAR as f64).round() as usize;
        writeln!(
            f,
            "White {:5.1}% {}{} {:5.1}% Black",
            100.0 * white,
            "█".repeat(filled.min(BAR)),
            "░".repeat(BAR.saturating_sub(filled)),
            100.0 * (1.0 - white)
        )?;
        let margin = self.report.margin;
        let leader = if margin > 0.0 { turn } else { !turn };
        match self.report.proven {
            Some(Proven::Win) => writeln!(f, "{turn} wins, that is certain\n"),
            Some(Proven::Loss) => writeln!(f, "{} wins, that is certain\n", !turn),
            None if margin.abs() < 0.5 => {
                writeln!(
                    f,
                    "neither side is expected to be a move ahead at the end\n"
                )
            }
            None => writeln!(
                f,
                "{leader} is expected to be {:.1} moves ahead at the end\n",
                margin.abs()
            ),
        }
    }

    fn lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.report.lines.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "    {:<12}{:>10}{:>8}{:>8}   then",
            "move", "visits", "wins", "margin"
        )?;
        for (rank, line) in (1..).zip(&self.report.lines) {
            write!(
                f,
                "{rank:>3} {:<12}{:>10}{:>7.1}%{:>+8.1}  ",
                line.first.to_string(),
                thousands(line.visits),
                100.0 * line.win_rate,
                tenths(line.margin)
            )?;
            for m in line.pv.iter().skip(1).take(SHOWN_PLIES) {
                write!(f, " {m}")?;
            }
            f.write_str("\n")?;
        }
        f.write_str("\n")
    }

    fn effort(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        let rate = report.evaluations as f64 / report.seconds.max(1e-9) / 1e6;
        writeln!(
            f,
            "{}, {}, {} in {:.2} s ({rate:.2} M evaluations/s)",
            counted(report.visits, "visit", "visits"),
            counted(report.nodes, "node", "nodes"),
            counted(report.evaluations, "evaluation", "evaluations"),
            report.seconds,
        )
    }
}

/// Rounded to tenths, and no zero with a sign.
fn tenths(number: f32) -> f32 {
    (10.0 * number).round() / 10.0 + 0.0
}
