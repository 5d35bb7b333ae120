//! A review as text.

use core::fmt;

use amazons::notation::Diagram;
use amazons::{Color, Move, Tags};

use super::analysis::{Ply, Review};
use super::judgement::Mark;
use super::words::{legend, milestones, percent, players, record, result, score, signed};

/// How much of a line is shown, in plies.
const SHOWN_PLIES: usize = 4;

/// A review as a table and a summary.
pub struct Text<'a>(pub &'a Review);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        self.table(f)?;
        self.summary(f)?;
        self.end(f)
    }
}

impl Text<'_> {
    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let review = self.0;
        let [white, black] = players(review);
        writeln!(f, "{} (White) - {} (Black)", plain(&white), plain(&black))?;
        for name in [Tags::EVENT, Tags::ROUND, Tags::SITE, Tags::DATE] {
            if let Some(value) = review.game.tags().get(name) {
                writeln!(f, "{name}: {}", plain(value))?;
            }
        }
        writeln!(f, "{}\n", result(review))
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = Row {
            ply: "ply",
            played: "move",
            white_wins: "White",
            margin: "margin",
            loss: "cost",
            rest: "better was",
        };
        writeln!(f, "{shown}")?;
        let plies = &self.0.plies;
        if let Some(start) = plies.first() {
            self.row(f, None, start)?;
        }
        for pair in plies.windows(2) {
            self.row(f, Some(&pair[0]), &pair[1])?;
        }
        f.write_str("\n")
    }

    /// The move that led to a position, and what is known after it.
    fn row(&self, f: &mut fmt::Formatter<'_>, before: Option<&Ply>, after: &Ply) -> fmt::Result {
        let (mut played, mut loss, mut rest) =
            (String::from("(start)"), String::new(), String::new());
        if let Some(before) = before
            && let Some(judged) = &before.played
        {
            let glyph = judged.mark.map_or("", Mark::glyph);
            played = format!("{}{glyph}", judged.played);
            loss = percent(judged.loss);
            if judged.mark.is_some() {
                rest = line_of(before, judged.best);
            }
        }
        let story = &self.0.story;
        if story.settled == Some(after.ply) {
            rest += "  [territory settled]";
        }
        if story.proven == Some(after.ply) {
            rest += "  [result proven]";
        }
        let row = Row {
            ply: &after.ply.to_string(),
            played: &played,
            white_wins: &percent(after.assessment.white_wins),
            margin: &signed(after.assessment.white_margin),
            loss: &loss,
            rest: rest.trim_start(),
        };
        writeln!(f, "{row}")
    }

    fn summary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let review = self.0;
        for color in [Color::White, Color::Black] {
            if let Some(line) = record(review, color) {
                writeln!(f, "{color}: {line}")?;
            }
        }
        for sentence in milestones(review) {
            writeln!(f, "{sentence}")?;
        }
        writeln!(f, "{}\n", legend())
    }

    fn end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.0.game;
        let position = game.last_position();
        let diagram = Diagram::new(position)
            .unicode(true)
            .last_move(game.moves().last().copied());
        writeln!(f, "{diagram}\n{}\n", score(self.0))?;
        f.write_str(&plain_lines(&self.0.game_file))
    }
}

/// A row of the table.
struct Row<'a> {
    ply: &'a str,
    played: &'a str,
    white_wins: &'a str,
    margin: &'a str,
    loss: &'a str,
    rest: &'a str,
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!(
            "{:>3}  {:<13}{:>7} {:>7} {:>6}  {}",
            self.ply, self.played, self.white_wins, self.margin, self.loss, self.rest
        );
        f.write_str(line.trim_end())
    }
}

/// The line that begins with `first`, if the search had it among its best.
fn line_of(ply: &Ply, first: Move) -> String {
    let lines = &ply.assessment.report.lines;
    let pv = lines.iter().find(|line| line.first == first);
    let alone = [first];
    let moves = pv.map_or(&alone[..], |line| &line.pv);
    let texts: Vec<String> = moves
        .iter()
        .take(SHOWN_PLIES)
        .map(ToString::to_string)
        .collect();
    texts.join(" ")
}

/// Text of a record without what could steer a terminal.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// The same, of several lines.
fn plain_lines(text: &str) -> String {
    text.lines().map(|line| plain(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_cannot_steer_the_terminal() {
        assert_eq!(plain("\u{1b}[31mA\u{9b}B\r"), " [31mA B ");
        assert_eq!(plain_lines("a\u{7}\nb\n"), "a \nb\n");
    }
}
