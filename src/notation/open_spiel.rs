//! OpenSpiel's lists of actions: three numbers a move, `93 33 36`.
//!
//! An action is a square, counted row by row from the top left, and the first mover stands at the bottom (OpenSpiel
//! 2.0). The boards are 6x6, 8x8 and 10x10 with the usual starts, on which no two first amazons have the same number,
//! so that the list itself tells the size.

use core::fmt::Write;

use super::error::error;
use super::scanner::{Scanner, play};
use super::{GameErrorKind, ParseGameError, WriteGameError};
use crate::board::{Color, Move, Position, Square};
use crate::game::Game;

const SIDES: [u8; 3] = [10, 8, 6];

/// Actions of the largest board.
const ACTIONS: u32 = 100;

/// Reads one list: numbers parted by blanks or commas, in brackets or not.
pub(super) fn read(bytes: &[u8]) -> Result<Game, ParseGameError> {
    let mut scanner = Scanner::new(bytes);
    scanner.skip_blanks();
    if scanner.peek().is_none() {
        return error(GameErrorKind::Empty, scanner.at);
    }
    let bracket = scanner.take(b'[');
    let mut game = Game::new();
    let mut side = SIDES[0];
    let (mut squares, mut move_at) = (Vec::with_capacity(3), scanner.at);
    loop {
        scanner.skip_while(|b| b.is_ascii_whitespace() || b == b',');
        let at = scanner.at;
        match scanner.peek() {
            None if !bracket => break,
            Some(b']') if bracket => {
                scanner.at += 1;
                scanner.skip_blanks();
                if scanner.peek().is_some() {
                    return error(GameErrorKind::AfterEnd, scanner.at);
                }
                break;
            }
            _ => {}
        }
        let action = scanner.number(ACTIONS)?;
        if game.is_empty() && squares.is_empty() {
            (side, game) = start_with(action).ok_or(ParseGameError {
                kind: GameErrorKind::Size,
                at,
            })?;
        }
        let square = square(action, side).ok_or(ParseGameError {
            kind: GameErrorKind::Number,
            at,
        })?;
        if squares.is_empty() {
            move_at = at;
        }
        squares.push(square);
        if let [from, to, arrow] = squares[..] {
            play(&mut game, Move::new(from, to, arrow), move_at)?;
            squares.clear();
        }
    }
    if squares.is_empty() {
        Ok(game)
    } else {
        error(GameErrorKind::Incomplete, bytes.len())
    }
}

/// The size on which `action` names one of the first mover's amazons, and the game that starts there.
fn start_with(action: u32) -> Option<(u8, Game)> {
    SIDES.into_iter().find_map(|side| {
        let start = Position::standard(side, side)?;
        let amazons = start.amazons(Color::White);
        amazons
            .contains(square(action, side)?)
            .then(|| (side, Game::from_position(start)))
    })
}

fn square(action: u32, side: u8) -> Option<Square> {
    let action = u8::try_from(action).ok()?;
    Square::new(action % side, side.checked_sub(action / side + 1)?)
}

/// Writes one list in one line.
pub(super) fn write(game: &Game, out: &mut String) -> Result<(), WriteGameError> {
    let (columns, rows) = (game.start().columns(), game.start().rows());
    if columns != rows || !SIDES.contains(&columns) {
        return Err(WriteGameError::Size { columns, rows });
    }
    if Position::standard(columns, rows).as_ref() != Some(game.start()) {
        return Err(WriteGameError::Start);
    }
    if game.is_empty() {
        if columns != SIDES[0] {
            return Err(WriteGameError::NoMoves);
        }
        out.push_str("[]");
    }
    for (index, m) in game.moves().iter().enumerate() {
        for (part, square) in [m.from, m.to, m.arrow].into_iter().enumerate() {
            let gap = if index + part > 0 { " " } else { "" };
            let action = u32::from(rows - 1 - square.row()) * u32::from(columns)
                + u32::from(square.column());
            // Writing into a `String` can't fail.
            let _ = write!(out, "{gap}{action}");
        }
    }
    out.push('\n');
    Ok(())
}
