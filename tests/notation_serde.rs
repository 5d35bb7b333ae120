//! The serde forms are the texts, and a game's is that of the format `json`.

use amazons::notation::Format;
use amazons::{Color, Ending, Game, Move, Position, Square, Tags, strategies};
use proptest::prelude::*;
use serde_json::{from_str, json, to_value};

#[test]
fn small_things_are_their_texts() {
    let d7: Square = "d7".parse().unwrap();
    let m: Move = "d1-d7/g7".parse().unwrap();
    assert_eq!(to_value(d7).unwrap(), json!("d7"));
    assert_eq!(to_value(m).unwrap(), json!("d1-d7/g7"));
    assert_eq!(
        to_value(Position::start()).unwrap(),
        json!("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")
    );
    assert_eq!(to_value(Color::White).unwrap(), json!("white"));
    assert_eq!(to_value(Ending::NoMove).unwrap(), json!("no_move"));
    assert_eq!(
        to_value(Format::LittleGolem).unwrap(),
        json!("little-golem")
    );
    assert_eq!(
        from_str::<Square>("\"j10\"").unwrap(),
        "j10".parse().unwrap()
    );
    assert_eq!(from_str::<Move>("\"d1d7,d7g7\"").unwrap(), m);
    assert_eq!(from_str::<Format>("\"sgf\"").unwrap(), Format::Sgf);
    for text in ["\"k1\"", "1", "null", "\"\""] {
        assert!(from_str::<Square>(text).is_err());
        assert!(from_str::<Move>(text).is_err());
        assert!(from_str::<Position>(text).is_err());
    }
    let error = from_str::<Position>("\"3/2 w\"").unwrap_err().to_string();
    assert!(error.contains("at byte 2 of the FEN"), "{error}");
}

#[test]
fn a_game_is_an_object() {
    let mut game = Game::new();
    game.play("d1-d7/g7".parse().unwrap()).unwrap();
    game.resign(Color::Black).unwrap();
    game.tags_mut().set(Tags::WHITE, "Ada").unwrap();
    game.set_comment(1, "good");
    let expected = json!({
        "moves": ["d1-d7/g7"],
        "winner": "white",
        "ending": "resignation",
        "tags": {"White": "Ada"},
        "comments": {"1": "good"},
    });
    assert_eq!(to_value(&game).unwrap(), expected);
    for text in [
        r#"{}"#,
        r#"{"moves":["d1-d7/j3"]}"#,
        r#"{"moves":[],"comments":{"1":"x"}}"#,
        r#"{"moves":[],"tags":{"FEN":"x"}}"#,
        r#"{"start":"Qq* b","moves":[],"winner":"black"}"#,
        r#"{"moves":[],"margin":101}"#,
        r#"{"start":"Q1q b","fen":"Q1q w","moves":[]}"#,
    ] {
        assert!(from_str::<Game>(text).is_err(), "{text}");
        assert!(Format::Json.read(text).is_err(), "{text}");
    }
}

#[test]
fn a_start_may_be_called_a_fen() {
    let [start, fen] = ["start", "fen"].map(|name| {
        let text = format!(r#"{{"{name}":"Q1q w","moves":["a1-b1/a1"]}}"#);
        let game: Game = from_str(&text).unwrap();
        assert_eq!(Format::Json.read(&text).unwrap(), game);
        game
    });
    assert_eq!(start, fen);
    assert_eq!(start.start(), &"Q1q w".parse().unwrap());
}

/// A game with more members around it, as files of matches have.
#[derive(serde::Serialize, serde::Deserialize)]
struct Entry {
    number: u32,
    #[serde(flatten)]
    game: Game,
}

proptest! {
    #[test]
    fn a_game_can_be_a_part_of_an_object(number: u32, game in strategies::games()) {
        let text = serde_json::to_string(&Entry { number, game: game.clone() }).unwrap();
        let back: Entry = from_str(&text).unwrap();
        prop_assert_eq!((back.number, &back.game), (number, &game));
        prop_assert_eq!(&Format::Json.read(&text).unwrap(), &game);
    }

    #[test]
    fn serde_and_the_json_format_agree(game in strategies::games()) {
        let ours = Format::Json.write(&game).unwrap();
        let theirs = serde_json::to_string(&game).unwrap();
        prop_assert_eq!(ours.trim_end(), &theirs);
        prop_assert_eq!(&from_str::<Game>(&ours).unwrap(), &game);
        prop_assert_eq!(&Format::Json.read(&theirs).unwrap(), &game);
        let value: serde_json::Value = from_str(&theirs).unwrap();
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        let back = Format::Json.read(&pretty).unwrap();
        prop_assert_eq!(back.moves(), game.moves());
    }

    #[test]
    fn positions_and_moves_go_through_serde(position in strategies::positions(), m in strategies::moves()) {
        let text = serde_json::to_string(&(position, m)).unwrap();
        prop_assert_eq!(from_str::<(Position, Move)>(&text).unwrap(), (position, m));
    }
}
