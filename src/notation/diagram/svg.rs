//! The board drawn as SVG.

use core::fmt::Write;

use super::Diagram;
use crate::board::{Color, Content, Square};

/// Width of a square in the drawing's units.
const CELL: u32 = 40;
/// Room for the coordinates.
const MARGIN: u32 = 20;
const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#c8a27c";
const MARK: &str = "#f6f669";
const OWNERS: [&str; 2] = ["#ffffff", "#000000"];
/// Opacity of a square that a side owns for sure.
const OWNED: f32 = 0.5;

/// A crown on a square of 40 units: what stands for an amazon.
const CROWN: &str = "M8 31 L32 31 L35 13 L27 21 L20 8 L13 21 L5 13 Z";

impl Diagram<'_> {
    /// The drawing as a whole SVG document, 40 units a square.
    ///
    /// ```
    /// use amazons::{Position, notation::Diagram};
    /// let svg = Diagram::new(&Position::start()).svg();
    /// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    /// assert_eq!(svg.matches("<path ").count(), 8);
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing into a `String` can't fail.
        let _ = self.write_svg(&mut svg);
        svg
    }

    fn write_svg(&self, svg: &mut String) -> core::fmt::Result {
        let (columns, rows) = (self.position.columns(), self.position.rows());
        let margin = if self.coordinates { MARGIN } else { 0 };
        let width = u32::from(columns) * CELL + margin;
        let height = u32::from(rows) * CELL + margin;
        writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">"#
        )?;
        for square in self.position.squares() {
            let x = u32::from(self.drawn_at(square.column(), columns)) * CELL + margin;
            let y = u32::from(rows - 1 - self.drawn_at(square.row(), rows)) * CELL;
            self.write_square(svg, square, x, y)?;
        }
        if self.coordinates {
            self.write_coordinates(svg, height)?;
        }
        svg.write_str("</svg>\n")
    }

    fn write_square(&self, svg: &mut String, square: Square, x: u32, y: u32) -> core::fmt::Result {
        let marked = self
            .last_move
            .is_some_and(|m| [m.from, m.to, m.arrow].contains(&square));
        let ground = match (square.column() + square.row()) % 2 {
            _ if marked => MARK,
            0 => DARK,
            _ => LIGHT,
        };
        let mut fill = |color: &str, opacity: f32| {
            writeln!(
                svg,
                r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{color}" fill-opacity="{opacity:.2}"/>"#
            )
        };
        fill(ground, 1.0)?;
        match self.position.at(square).unwrap_or(Content::Burnt) {
            Content::Empty => {
                let value = self.ownership.map_or(0.0, |map| map[square.index()]);
                if value != 0.0 && value.is_finite() {
                    fill(
                        OWNERS[usize::from(value < 0.0)],
                        value.abs().min(1.0) * OWNED,
                    )?;
                }
                Ok(())
            }
            Content::Burnt => {
                let (cx, cy, r) = (x + CELL / 2, y + CELL / 2, CELL / 3);
                writeln!(
                    svg,
                    r##"<circle cx="{cx}" cy="{cy}" r="{r}" fill="#7a1f1f"/>"##
                )
            }
            Content::Amazon(color) => {
                let (fill, stroke) = match color {
                    Color::White => (OWNERS[0], OWNERS[1]),
                    Color::Black => (OWNERS[1], OWNERS[0]),
                };
                writeln!(
                    svg,
                    r#"<path transform="translate({x} {y})" d="{CROWN}" fill="{fill}" stroke="{stroke}"/>"#
                )
            }
        }
    }

    fn write_coordinates(&self, svg: &mut String, height: u32) -> core::fmt::Result {
        let text = |svg: &mut String, x: u32, y: u32, label: &dyn core::fmt::Display| {
            writeln!(
                svg,
                r#"<text x="{x}" y="{y}" font-family="sans-serif" font-size="12" text-anchor="middle">{label}</text>"#
            )
        };
        let (columns, rows) = (self.position.columns(), self.position.rows());
        for place in 0..columns {
            let x = u32::from(place) * CELL + MARGIN + CELL / 2;
            let column = self.drawn_at(place, columns);
            text(svg, x, height - MARGIN / 4, &char::from(b'a' + column))?;
        }
        for place in 0..rows {
            let y = u32::from(rows - 1 - place) * CELL + CELL / 2 + MARGIN / 4;
            text(svg, MARGIN / 2, y, &(self.drawn_at(place, rows) + 1))?;
        }
        Ok(())
    }
}
