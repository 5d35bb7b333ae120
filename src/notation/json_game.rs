//! Games as JSON, one object a line: the form that serde gives them too.
//!
//! `{"start": FEN, "moves": ["d1-d7/g7", ...], "winner": "white", "ending": "resignation", "margin": 5,
//! "tags": {"White": "Ada"}, "comments": {"2": "text"}}`; only `moves` must be there. `fen` is another name of `start`. A comment's name is the number of
//! plies before it.

use super::error::error;
use super::json::{Json, Value, push_string};
use super::scanner::play;
use super::{GameErrorKind, MAX_TAGS, ParseGameError};
use crate::board::{Color, Move, Position};
use crate::game::{Ending, Game};

const ENDINGS: [(&str, Ending); 5] = [
    ("no_move", Ending::NoMove),
    ("resignation", Ending::Resignation),
    ("time", Ending::Time),
    ("unknown", Ending::Unknown),
    ("unfinished", Ending::Unfinished),
];

/// Reads one game.
pub(super) fn read(bytes: &[u8]) -> Result<Game, ParseGameError> {
    let json = Json::read(bytes)?;
    let start = match (json.member("start"), json.member("fen")) {
        (Some(start), None) => Some((start, "start")),
        (None, Some(fen)) => Some((fen, "fen")),
        (None, None) => None,
        (Some(_), Some(fen)) => return error(GameErrorKind::Member("fen"), fen.at),
    };
    let mut game = Game::from_position(match start {
        Some((start, name)) => parse(start, name, |error: super::ParseFenError| {
            GameErrorKind::Fen(error.kind)
        })?,
        None => Position::start(),
    });
    let Some(moves) = json.member("moves").and_then(Json::array) else {
        return error(GameErrorKind::Member("moves"), json.at);
    };
    for item in moves {
        let m: Move = parse(item, "moves", |error: super::ParseMoveError| {
            GameErrorKind::Move(error.kind)
        })?;
        play(&mut game, m, item.at)?;
    }
    read_result(&json, &mut game)?;
    for (name, value) in members(&json, "tags")? {
        let text = value.string();
        if game.tags().len() == MAX_TAGS {
            return error(GameErrorKind::TooManyTags, value.at);
        }
        if text.is_none_or(|text| game.tags_mut().set(name, text).is_err()) {
            return error(GameErrorKind::Tag, value.at);
        }
    }
    for (name, value) in members(&json, "comments")? {
        let ply: Option<usize> = name.parse().ok();
        let said = ply
            .zip(value.string())
            .is_some_and(|(ply, text)| game.set_comment(ply, text));
        if !said {
            return error(GameErrorKind::Member("comments"), value.at);
        }
    }
    Ok(game)
}

fn parse<T: core::str::FromStr>(
    json: &Json<'_>,
    name: &'static str,
    kind: impl Fn(T::Err) -> GameErrorKind,
) -> Result<T, ParseGameError> {
    let Some(text) = json.string() else {
        return error(GameErrorKind::Member(name), json.at);
    };
    // Escapes would shift the places inside the string, so that the string itself is the place.
    text.parse().map_err(|error| ParseGameError {
        kind: kind(error),
        at: json.at,
    })
}

fn read_result(json: &Json<'_>, game: &mut Game) -> Result<(), ParseGameError> {
    let winner = match json.member("winner").map(|json| (json.at, json.string())) {
        None => None,
        Some((at, Some("white"))) => Some((Color::White, at)),
        Some((at, Some("black"))) => Some((Color::Black, at)),
        Some((at, _)) => return error(GameErrorKind::Member("winner"), at),
    };
    let ending = match json.member("ending") {
        None => Ending::Unknown,
        Some(json) => {
            let known = ENDINGS.iter().find(|(name, _)| json.string() == Some(name));
            known.map(|pair| pair.1).ok_or(ParseGameError {
                kind: GameErrorKind::Member("ending"),
                at: json.at,
            })?
        }
    };
    if let Some((winner, at)) = winner {
        game.end(winner, ending).map_err(|error| ParseGameError {
            kind: GameErrorKind::Contradiction {
                winner: error.winner,
            },
            at,
        })?;
    }
    if let Some(json) = json.member("margin") {
        let margin = json.integer().and_then(|number| u8::try_from(number).ok());
        if margin.is_none() || !game.set_margin(margin) {
            return error(GameErrorKind::Member("margin"), json.at);
        }
    }
    Ok(())
}

/// The members of an object that may be missing.
fn members<'j, 'a>(
    json: &'j Json<'a>,
    name: &'static str,
) -> Result<impl Iterator<Item = (&'j str, &'j Json<'a>)>, ParseGameError> {
    let members = match json.member(name).map(|json| (json.at, &json.value)) {
        None => [].as_slice(),
        Some((_, Value::Object(members))) => members,
        Some((at, _)) => return error(GameErrorKind::Member(name), at),
    };
    Ok(members.iter().map(|(name, value)| (name.as_ref(), value)))
}

/// Writes one game in one line.
pub(super) fn write(game: &Game, out: &mut String) {
    out.push('{');
    if *game.start() != Position::start() {
        out.push_str("\"start\":");
        push_string(out, &game.start().to_string());
        out.push(',');
    }
    out.push_str("\"moves\":[");
    for (index, m) in game.moves().iter().enumerate() {
        out.push_str(if index > 0 { ",\"" } else { "\"" });
        out.push_str(&m.to_string());
        out.push('"');
    }
    out.push(']');
    if let Some(winner) = game.winner() {
        let winner = ["white", "black"][winner.index()];
        let ending = game.ending();
        let name = ENDINGS.iter().find(|(_, other)| *other == ending);
        let ending = name.map_or("unknown", |pair| pair.0);
        out.push_str(&format!(",\"winner\":\"{winner}\",\"ending\":\"{ending}\""));
    }
    if let Some(margin) = game.margin() {
        out.push_str(&format!(",\"margin\":{margin}"));
    }
    push_members(out, "tags", game.tags().iter());
    let comments: Vec<(String, &str)> = game
        .comments()
        .map(|(ply, text)| (ply.to_string(), text))
        .collect();
    let comments = comments.iter().map(|(ply, text)| (ply.as_str(), *text));
    push_members(out, "comments", comments);
    out.push_str("}\n");
}

fn push_members<'t>(
    out: &mut String,
    name: &str,
    members: impl Iterator<Item = (&'t str, &'t str)>,
) {
    let mut members = members.peekable();
    if members.peek().is_none() {
        return;
    }
    out.push_str(&format!(",\"{name}\":{{"));
    for (index, (name, value)) in members.enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_string(out, name);
        out.push(':');
        push_string(out, value);
    }
    out.push('}');
}
