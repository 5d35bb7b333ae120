//! A board as SVG, small enough that a page holds one for every ply.

use core::fmt::Write;

use amazons::{Bitboard, Color, Move, Position, Square};
use maud::{Markup, PreEscaped, html};

/// Room for coordinates, in squares.
const MARGIN: f32 = 0.45;

/// Ownership under this much is not worth a sign.
const LEAST_OWNED: f32 = 0.1;

/// The side of the sign on a square owned for sure.
const SIGN: f32 = 0.5;

/// What boards have in common, once for the whole page: the amazons' shapes, the empty board with its coordinates.
pub fn symbols(position: &Position) -> Markup {
    let (columns, rows) = (position.columns(), position.rows());
    html! {
        (PreEscaped(include_str!("symbols.svg")))
        svg.unseen aria-hidden="true" width="0" height="0" {
            path #grid d=(grid(columns, rows)) {}
            g #ground {
                rect.light width=(columns) height=(rows) {}
                path.dark d=(squares_path(position, dark_squares(position))) {}
                @for column in 0..columns {
                    text x=(f32::from(column) + 0.5) y=(f32::from(rows) + 0.32) { (char::from(b'a' + column)) }
                }
                @for row in 0..rows {
                    text x="-.22" y=(f32::from(rows - row) - 0.4) { (row + 1) }
                }
            }
        }
    }
}

/// A position to draw.
pub struct Board<'a> {
    pub position: &'a Position,
    pub last_move: Option<Move>,
    /// A move that would have been better than the one played from here.
    pub better: Option<Move>,
    /// The report's ownership.
    pub ownership: &'a [f32],
    pub ply: usize,
}

impl Board<'_> {
    pub fn draw(&self) -> Markup {
        let position = self.position;
        let (columns, rows) = (f32::from(position.columns()), f32::from(position.rows()));
        let view = format!("{} 0 {} {}", -MARGIN, columns + MARGIN, rows + MARGIN);
        let title = format!("b{}", self.ply);
        html! {
            svg.board viewBox=(view) role="img" aria-labelledby=(title) {
                title id=(title) { (describe(position)) }
                use href="#ground" {}
                @if let Some(m) = self.last_move {
                    path.last d=(squares_path(position, [m.from, m.to, m.arrow])) {}
                }
                path.burnt d=(squares_path(position, position.burnt())) {}
                use href="#grid" {}
                @for (class, sign) in [("white", 1.0), ("black", -1.0)] {
                    @let signs = self.signs(sign);
                    @if !signs.is_empty() { path class={ "owned " (class) } d=(signs) {} }
                }
                @if let Some(m) = self.last_move {
                    path.way d=(self.way(m.from, m.to)) {}
                    path.way.shot d=(self.way(m.to, m.arrow)) {}
                }
                @for color in [Color::White, Color::Black] {
                    @for square in position.amazons(color) {
                        @let (x, y) = corner(position, square);
                        use href=(if color == Color::White { "#w" } else { "#b" }) x=(x) y=(y) width="1" height="1" {}
                    }
                }
                @if let Some(m) = self.better {
                    path.way.better d=(self.way(m.from, m.to)) {}
                    path.way.better.shot d=(self.way(m.to, m.arrow)) {}
                }
            }
        }
    }

    /// The signs on the empty squares that a side is expected to own, as one path.
    fn signs(&self, sign: f32) -> String {
        let position = self.position;
        let mut path = String::new();
        for (square, owned) in position.squares().iter().zip(self.ownership) {
            let sure = sign * owned;
            if sure < LEAST_OWNED || !position.empty().contains(square) {
                continue;
            }
            let side = SIGN * sure.min(1.0).sqrt();
            let (x, y) = corner(position, square);
            let (x, y) = (
                f32::from(x) + 0.5 - side / 2.0,
                f32::from(y) + 0.5 - side / 2.0,
            );
            // Writing into a `String` can't fail.
            let _ = write!(path, "M{x:.2} {y:.2}h{side:.2}v{side:.2}h-{side:.2}z");
        }
        path
    }

    /// The way from the middle of a square to that of another.
    fn way(&self, from: Square, to: Square) -> String {
        let position = self.position;
        let ((x, y), (to_x, to_y)) = (corner(position, from), corner(position, to));
        format!("M{x}.5 {y}.5L{to_x}.5 {to_y}.5")
    }
}

/// The upper left corner of a square.
fn corner(position: &Position, square: Square) -> (u8, u8) {
    (square.column(), position.rows() - 1 - square.row())
}

/// Squares as one path; neighbours in a row are one stretch of it.
fn squares_path(position: &Position, squares: impl IntoIterator<Item = Square>) -> String {
    let mut stretches: Vec<(u8, u8, u8)> = Vec::new();
    for square in squares {
        let (x, y) = corner(position, square);
        match stretches.last_mut() {
            Some((from, row, length)) if *row == y && *from + *length == x => *length += 1,
            _ => stretches.push((x, y, 1)),
        }
    }
    let mut path = String::new();
    for (x, y, length) in stretches {
        // Writing into a `String` can't fail.
        let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
    }
    path
}

/// The lines between squares: they keep burnt neighbours apart.
fn grid(columns: u8, rows: u8) -> String {
    let mut path = String::new();
    // Writing into a `String` can't fail.
    for x in 1..columns {
        let _ = write!(path, "M{x} 0v{rows}");
    }
    for y in 1..rows {
        let _ = write!(path, "M0 {y}h{columns}");
    }
    path
}

fn dark_squares(position: &Position) -> impl Iterator<Item = Square> {
    let squares = position.squares().iter();
    squares.filter(|square| (square.column() + square.row()).is_multiple_of(2))
}

/// The board in words.
fn describe(position: &Position) -> String {
    let list = |squares: Bitboard| -> String {
        let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(" ")
        }
    };
    format!(
        "White {}; Black {}; burnt {}; {} to move",
        list(position.amazons(Color::White)),
        list(position.amazons(Color::Black)),
        list(position.burnt()),
        position.turn()
    )
}
