//! Botzone's games: six numbers a move, `x0 y0 x1 y1 x2 y2`, as text or as JSON. The board is 8x8; Botzone's Black
//! moves first from our White's squares, its y is our row minus one.

use core::fmt::Write;

use super::error::error;
use super::json::{Json, Value};
use super::scanner::{Scanner, play};
use super::{GameErrorKind, ParseGameError, WriteGameError};
use crate::board::{Move, Position, Square};
use crate::game::Game;

const SIDE: u8 = 8;

/// What stands for no move: the first request to the side that begins.
const NO_MOVE: i64 = -1;

const NAMES: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

/// Reads one game of either form.
pub(super) fn read(bytes: &[u8]) -> Result<Game, ParseGameError> {
    match bytes.trim_ascii_start().first() {
        Some(b'{' | b'[') => read_json(bytes),
        _ => read_text(bytes),
    }
}

fn start() -> Game {
    // The size is one that has a usual start.
    Game::from_position(Position::standard(SIDE, SIDE).unwrap_or_default())
}

/// Plays six numbers, or skips six times no move at the start.
fn play_numbers(
    game: &mut Game,
    first: bool,
    numbers: [(i64, usize); 6],
) -> Result<(), ParseGameError> {
    if first && numbers.iter().all(|&(number, _)| number == NO_MOVE) {
        return Ok(());
    }
    let mut coordinates = [0; 6];
    for (coordinate, (number, at)) in coordinates.iter_mut().zip(numbers) {
        *coordinate = u8::try_from(number)
            .ok()
            .filter(|&number| number < SIDE)
            .ok_or(ParseGameError {
                kind: GameErrorKind::Number,
                at,
            })?;
    }
    let [x0, y0, x1, y1, x2, y2] = coordinates;
    let squares = (
        Square::new(x0, y0),
        Square::new(x1, y1),
        Square::new(x2, y2),
    );
    let at = numbers[0].1;
    match squares {
        (Some(from), Some(to), Some(arrow)) => play(game, Move::new(from, to, arrow), at),
        _ => error(GameErrorKind::Number, at),
    }
}

/// Numbers parted by blanks: a count of turns on a line of its own, or nothing, then the moves.
fn read_text(bytes: &[u8]) -> Result<Game, ParseGameError> {
    let mut scanner = Scanner::new(bytes);
    scanner.skip_blanks();
    if scanner.peek().is_none() {
        return error(GameErrorKind::Empty, scanner.at);
    }
    let rows = match read_count(&scanner) {
        Some((turns, after)) => {
            scanner.at = after;
            // All of a side's requests and, but for the last, its answers.
            Some(turns.saturating_mul(2).saturating_sub(1))
        }
        None => None,
    };
    let mut game = start();
    let mut read_rows = 0u64;
    loop {
        scanner.skip_blanks();
        if scanner.peek().is_none() {
            break;
        }
        if rows == Some(read_rows) {
            return error(GameErrorKind::AfterEnd, scanner.at);
        }
        let mut numbers = [(0, 0); 6];
        for number in &mut numbers {
            scanner.skip_blanks();
            let at = scanner.at;
            if scanner.peek().is_none() {
                return error(GameErrorKind::Incomplete, at);
            }
            let negative = scanner.take(b'-');
            let value = i64::from(scanner.number(u32::from(SIDE))?);
            if scanner.peek().is_some_and(|b| !b.is_ascii_whitespace()) {
                return error(GameErrorKind::Number, at);
            }
            *number = (if negative { -value } else { value }, at);
        }
        play_numbers(&mut game, read_rows == 0, numbers)?;
        read_rows += 1;
    }
    if rows.is_some_and(|rows| rows != read_rows) {
        return error(GameErrorKind::Incomplete, bytes.len());
    }
    Ok(game)
}

/// A line with nothing but one number, and where it ends.
fn read_count(scanner: &Scanner<'_>) -> Option<(u64, usize)> {
    let line = scanner.rest().split(|&b| b == b'\n').next()?;
    let digits = line.trim_ascii_end();
    let count = core::str::from_utf8(digits).ok()?.parse().ok()?;
    let all = digits.iter().all(u8::is_ascii_digit);
    all.then_some((count, scanner.at + line.len()))
}

/// What a bot is sent, `{"requests": [...], "responses": [...]}`, the judge's `{"log": [...]}`, or the moves alone,
/// `[{"x0": ...}, ...]`.
fn read_json(bytes: &[u8]) -> Result<Game, ParseGameError> {
    let json = Json::read(bytes)?;
    let mut game = start();
    let mut first = true;
    let mut play = |json: &Json<'_>| {
        play_numbers(
            &mut game,
            core::mem::take(&mut first),
            read_coordinates(json)?,
        )
    };
    if let Some(moves) = json.array() {
        moves.iter().try_for_each(play)?;
    } else if let Some(log) = json.member("log").and_then(Json::array) {
        log.iter().flat_map(responses).try_for_each(play)?;
    } else {
        let list = |name: &'static str| {
            let list = json.member(name).and_then(Json::array);
            list.ok_or(ParseGameError {
                kind: GameErrorKind::Member(name),
                at: json.at,
            })
        };
        let (requests, responses) = (list("requests")?, list("responses")?);
        let mut responses = responses.iter();
        for request in requests {
            play(request)?;
            if let Some(response) = responses.next() {
                play(response)?;
            }
        }
        if let Some(extra) = responses.next() {
            return error(GameErrorKind::AfterEnd, extra.at);
        }
    }
    Ok(game)
}

/// The bots' answers in one entry of the judge's log, `{"0": {"response": {...}}}`.
fn responses<'j, 'a>(entry: &'j Json<'a>) -> impl Iterator<Item = &'j Json<'a>> {
    let members = match &entry.value {
        Value::Object(members) => members.as_slice(),
        _ => &[],
    };
    members
        .iter()
        .filter_map(|(_, value)| value.member("response"))
}

fn read_coordinates(json: &Json<'_>) -> Result<[(i64, usize); 6], ParseGameError> {
    let mut numbers = [(0, 0); 6];
    for (number, name) in numbers.iter_mut().zip(NAMES) {
        let found = json
            .member(name)
            .and_then(|member| Some((member.integer()?, member.at)));
        *number = found.ok_or(ParseGameError {
            kind: GameErrorKind::Member(name),
            at: json.at,
        })?;
    }
    Ok(numbers)
}

fn check(game: &Game) -> Result<(), WriteGameError> {
    let (columns, rows) = (game.start().columns(), game.start().rows());
    if (columns, rows) != (SIDE, SIDE) {
        return Err(WriteGameError::Size { columns, rows });
    }
    if Position::standard(SIDE, SIDE).as_ref() != Some(game.start()) {
        return Err(WriteGameError::Start);
    }
    Ok(())
}

fn coordinates(m: Move) -> [u8; 6] {
    let [from, to, arrow] = [m.from, m.to, m.arrow].map(|square| [square.column(), square.row()]);
    [from[0], from[1], to[0], to[1], arrow[0], arrow[1]]
}

/// Writes one game as text: a line without a move, a line a move, a blank line.
pub(super) fn write_text(game: &Game, out: &mut String) -> Result<(), WriteGameError> {
    check(game)?;
    out.push_str("-1 -1 -1 -1 -1 -1\n");
    for &m in game.moves() {
        let line = coordinates(m).map(|number| number.to_string()).join(" ");
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
    Ok(())
}

/// Writes one game in one line of JSON, as a bot is sent it that is to move or, after an odd number of moves, was the
/// last to.
pub(super) fn write_json(game: &Game, out: &mut String) -> Result<(), WriteGameError> {
    check(game)?;
    let mut lists = [vec![[NO_MOVE; 6]], Vec::new()];
    for (index, &m) in game.moves().iter().enumerate() {
        lists[(index + 1) % 2].push(coordinates(m).map(i64::from));
    }
    for (name, list) in [
        ("{\"requests\":[", &lists[0]),
        (",\"responses\":[", &lists[1]),
    ] {
        out.push_str(name);
        for (index, numbers) in list.iter().enumerate() {
            out.push_str(if index > 0 { ",{" } else { "{" });
            for (part, (name, number)) in NAMES.into_iter().zip(numbers).enumerate() {
                let comma = if part > 0 { "," } else { "" };
                // Writing into a `String` can't fail.
                let _ = write!(out, "{comma}\"{name}\":{number}");
            }
            out.push('}');
        }
        out.push(']');
    }
    out.push_str("}\n");
    Ok(())
}
