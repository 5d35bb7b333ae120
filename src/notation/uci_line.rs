//! Games as the UCI protocol hands them over: `position fen FEN moves d1d7,d7g7 ...`.

use core::fmt::Write;

use super::error::error;
use super::scanner::{Scanner, decode, play};
use super::{GameErrorKind, ParseFenError, ParseGameError, move_text};
use crate::board::Position;
use crate::game::Game;

/// Reads one line. The word `position` may be missing.
pub(super) fn read(bytes: &[u8]) -> Result<Game, ParseGameError> {
    let mut scanner = Scanner::new(bytes);
    let mut next = || {
        scanner.skip_blanks();
        (scanner.at, scanner.word())
    };
    let (mut at, mut word) = next();
    if word.is_empty() {
        return error(GameErrorKind::Empty, at);
    }
    if word == b"position" {
        (at, word) = next();
    }
    let start = match word {
        b"startpos" => {
            (at, word) = next();
            Position::start()
        }
        b"fen" => {
            let fen_at = next().0;
            let mut end = fen_at;
            (at, word) = (fen_at, &bytes[fen_at..scanner.at]);
            while !word.is_empty() && word != b"moves" {
                end = scanner.at;
                scanner.skip_blanks();
                (at, word) = (scanner.at, scanner.word());
            }
            read_fen(bytes, fen_at, end)?
        }
        _ => return error(GameErrorKind::Command, at),
    };
    let mut game = Game::from_position(start);
    match word {
        b"" => return Ok(game),
        b"moves" => {}
        _ => return error(GameErrorKind::Command, at),
    }
    loop {
        scanner.skip_blanks();
        let at = scanner.at;
        if scanner.peek().is_none() {
            return Ok(game);
        }
        let m = scanner.read_move(b"")?;
        play(&mut game, m, at)?;
    }
}

fn read_fen(bytes: &[u8], at: usize, end: usize) -> Result<Position, ParseGameError> {
    let text = decode(&bytes[at..end]);
    text.parse().map_err(|error: ParseFenError| ParseGameError {
        kind: GameErrorKind::Fen(error.kind),
        at: at + error.at.min(end - at),
    })
}

/// Writes one line.
pub(super) fn write(game: &Game, out: &mut String) {
    // Writing into a `String` can't fail.
    let _ = write!(out, "position fen {}", game.start());
    if !game.is_empty() {
        out.push_str(" moves");
    }
    for &m in game.moves() {
        let _ = write!(out, " {}", move_text::uci(m));
    }
    out.push('\n');
}
