//! Writes games in SGF: the standard's GM[18], and Little Golem's export.

use super::sgf::{push_property, push_value};
use super::sgf_dialect::{Dialect, GAME, TAGS};
use super::{WriteGameError, result_text};
use crate::board::{Color, Move, Position, Square};
use crate::game::{Game, Tags};

/// Columns after which the moves go on in the next line.
const LINE_WIDTH: usize = 78;

/// Writes the standard's form. Tags that SGF has no name for are left out.
pub(super) fn write_standard(game: &Game, out: &mut String) {
    let start = game.start();
    out.push_str("(;FF[4]GM[");
    out.push_str(GAME);
    out.push_str("]CA[UTF-8]AP[amazons:");
    out.push_str(env!("CARGO_PKG_VERSION"));
    out.push_str("]SZ[");
    out.push_str(&start.columns().to_string());
    if start.rows() != start.columns() {
        out.push(':');
        out.push_str(&start.rows().to_string());
    }
    out.push(']');
    let dialect = Dialect::Standard;
    // The standard names a default only for its own board.
    if *start != Position::start() {
        write_setup(start, out);
    }
    write_root(game, dialect, out);
    write_moves(game, dialect, out, |m| {
        [m.from, m.to, m.arrow]
            .map(|square| point(square, start.rows()))
            .concat()
    });
}

/// Two letters: column, and row from the top.
fn point(square: Square, rows: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    let from_top = rows.saturating_sub(square.row() + 1);
    String::from_iter([letter(square.column()), letter(from_top)])
}

fn write_setup(start: &Position, out: &mut String) {
    let dialect = Dialect::Standard;
    let white = dialect.letter(Color::White);
    let black = dialect.letter(Color::Black);
    let mut nothing = true;
    for (letter, squares) in [
        (white, start.amazons(Color::White)),
        (black, start.amazons(Color::Black)),
        ('A', start.burnt()),
    ] {
        if !squares.is_empty() {
            nothing = false;
            out.extend(['A', letter]);
            for square in squares {
                push_value(out, &point(square, start.rows()));
            }
        }
    }
    if nothing {
        // Setting one square empty says that the board is.
        push_property(out, "AE", "aa");
    }
    push_property(out, "PL", &dialect.letter(start.turn()).to_string());
}

/// Writes Little Golem's form.
pub(super) fn write_little_golem(game: &Game, out: &mut String) -> Result<(), WriteGameError> {
    if *game.start() != Position::start() {
        return Err(WriteGameError::Start);
    }
    out.push_str("(;FF[4]");
    let dialect = Dialect::LittleGolem;
    write_root(game, dialect, out);
    write_moves(game, dialect, out, |m| m.to_string());
    Ok(())
}

/// The tags, the result, and what is said before the first move.
fn write_root(game: &Game, dialect: Dialect, out: &mut String) {
    for color in [Color::White, Color::Black] {
        if let Some(player) = game.tags().get([Tags::WHITE, Tags::BLACK][color.index()]) {
            push_property(out, &format!("P{}", dialect.letter(color)), player);
        }
    }
    for (sgf, tag) in TAGS {
        if let Some(value) = game.tags().get(tag) {
            push_property(out, sgf, value);
        }
    }
    let letters = Color::ALL.map(|color| dialect.letter(color));
    if let Some(result) = result_text::win(game, letters) {
        push_property(out, "RE", &result);
    }
    if let Some(text) = game.comment(0) {
        push_property(out, "C", text);
    }
}

fn write_moves(game: &Game, dialect: Dialect, out: &mut String, text: impl Fn(Move) -> String) {
    let mut line_start = out.len();
    let mut color = game.start().turn();
    for (index, &m) in game.moves().iter().enumerate() {
        let value = text(m);
        if index == 0 || out.len() - line_start + value.len() + 4 > LINE_WIDTH {
            out.push('\n');
            line_start = out.len();
        }
        out.extend([';', dialect.letter(color)]);
        push_value(out, &value);
        if let Some(comment) = game.comment(index + 1) {
            push_property(out, "C", comment);
        }
        color = !color;
    }
    out.push_str(")\n");
}
