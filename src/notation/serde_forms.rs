//! The serde forms: squares, moves and positions as their texts, games as objects.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;
use std::collections::BTreeMap;

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Format;
use crate::board::{Color, Move, Position, Square};
use crate::game::{Ending, Game, Tags};

/// Reads a value from its text.
struct Text<T>(PhantomData<T>, &'static str);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($type:ty, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text(PhantomData, $what))
            }
        }
    };
}

as_text!(Square, "a square such as \"d7\"");
as_text!(Move, "a move such as \"d1-d7/g7\"");
as_text!(Position, "a position's FEN");
as_text!(Format, "a format's name");

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("names and values of tags")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Tags::new();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    tags.set(&name, &value).map_err(A::Error::custom)?;
                }
                Ok(tags)
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}

/// The number of plies before a comment, as a string: the names of an object's members are nothing else.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ply(usize);

impl Serialize for Ply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Ply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ply, D::Error> {
        deserializer
            .deserialize_str(Text(PhantomData, "a number of plies"))
            .map(Ply)
    }
}

/// A game as serde sees it.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Game")]
struct GameForm {
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "fen")]
    start: Option<Position>,
    moves: Vec<Move>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Color>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<u8>,
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    tags: Tags,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<Ply, String>,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let winner = self.winner();
        GameForm {
            start: (*self.start() != Position::start()).then_some(*self.start()),
            moves: self.moves().to_vec(),
            winner,
            ending: winner.map(|_| self.ending()),
            margin: self.margin(),
            tags: self.tags().clone(),
            comments: self
                .comments()
                .map(|(ply, text)| (Ply(ply), text.to_owned()))
                .collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let form = GameForm::deserialize(deserializer)?;
        let start = form.start.unwrap_or_default();
        let mut game = Game::from_moves(start, form.moves).map_err(D::Error::custom)?;
        if let Some(winner) = form.winner {
            game.end(winner, form.ending.unwrap_or(Ending::Unknown))
                .map_err(D::Error::custom)?;
        }
        if !game.set_margin(form.margin) {
            return Err(D::Error::custom("a margin of more moves than squares"));
        }
        *game.tags_mut() = form.tags;
        for (Ply(ply), text) in form.comments {
            if !game.set_comment(ply, &text) {
                return Err(D::Error::custom("a comment past the end of the game"));
            }
        }
        Ok(game)
    }
}
