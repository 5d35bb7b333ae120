//! What holds of every text and every game.

use amazons::notation::{Diagram, Format, GameReader, ReadErrorKind, uci};
use amazons::{Ending, Game, Move, Position, Square, Tags, strategies};
use proptest::prelude::*;

/// The formats that keep all there is of a game but what SGF has no room for.
const WHOLE: [Format; 3] = [Format::Plain, Format::Numbered, Format::Json];

/// Text made of pieces of all formats, some of it broken.
fn pieces() -> impl Strategy<Value = String> {
    let pieces = [
        "d1-d7/g7",
        "a7-b8/c8",
        "d1d7,d7g7",
        "d1-d7 (g7)",
        "1.",
        "1...",
        "2.",
        "{",
        "}",
        "[White \"x\"]",
        "[FEN \"",
        "Q1q w",
        "\"]",
        "1-0",
        "0-1",
        "*",
        "1/2",
        "resign",
        "(;",
        "(",
        ")",
        ";",
        "B[",
        "W[",
        "]",
        "[",
        "djddgd",
        "adbccc",
        "AA",
        "AB[aa:bb]",
        "SZ[8]",
        "GM[18]",
        "PL[W]",
        "RE[B+R]",
        "C[",
        "\\",
        "position ",
        "startpos ",
        "fen ",
        "moves ",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
        "-1",
        "2 0 2 5 4 5",
        "93 33 36",
        ",",
        "{\"moves\":",
        "[\"d1-d7/g7\"]",
        "\"requests\":[",
        "{\"x0\":2,",
        "\"",
        ":",
        "\n",
        "\r\n",
        " ",
        "\u{2013}",
        "é",
        "0",
        "99999999999999999999",
        "w",
        "/",
        "10",
        "Q",
        "q",
        "\u{feff}",
    ];
    let piece = prop_oneof![
        8 => prop::sample::select(pieces.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn texts() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => pieces().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..80),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read_or_refused_at_a_place_of_its_own(text in texts()) {
        for format in Format::ALL {
            if let Err(error) = format.read(&text) {
                prop_assert!(error.at <= text.len(), "{format}: {error}");
                prop_assert!(!error.to_string().is_empty());
            }
            // Every byte is some game's, and the reader ends.
            let mut last = 0;
            for game in GameReader::new(&text[..], format).max_bytes(64) {
                if let Err(error) = game {
                    prop_assert!(error.byte >= last && error.byte <= text.len() as u64, "{format}: {error}");
                    prop_assert!(error.line >= 1 && error.column >= 1);
                    prop_assert!(matches!(error.kind, ReadErrorKind::Game(_)));
                    let before = &text[..error.byte as usize];
                    let lines = before.iter().filter(|&&b| b == b'\n').count() as u64;
                    prop_assert_eq!(error.line, lines + 1, "{}", format);
                    last = error.byte;
                }
            }
        }
        let _ = Format::detect(&text);
        if let Ok(text) = std::str::from_utf8(&text) {
            if let Err(error) = text.parse::<Position>() {
                prop_assert!(text.is_char_boundary(error.at), "{error}");
            }
            if let Err(error) = text.parse::<Move>() {
                prop_assert!(text.is_char_boundary(error.at), "{error}");
            }
        }
    }

    #[test]
    fn positions_are_their_texts(position in strategies::positions()) {
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn moves_are_their_texts(m in strategies::moves()) {
        let forms = [
            m.to_string(),
            m.to_string().to_uppercase().replace('/', "X"),
            uci(m).to_string(),
            format!("{}{}{}", m.from, m.to, m.arrow),
            format!("{}–{} ({})", m.from, m.to, m.arrow),
            format!("{}-{},{}", m.from, m.to, m.arrow),
        ];
        for form in forms {
            prop_assert_eq!(form.parse(), Ok(m), "{}", form);
        }
    }
}

proptest! {
    #[test]
    fn games_come_back_whole(game in strategies::games()) {
        for format in WHOLE {
            let text = format.write(&game).unwrap();
            let back = format.read(&text).map_err(|e| TestCaseError::fail(format!("{format}: {e}\n{text}")))?;
            prop_assert_eq!(back.start(), game.start());
            prop_assert_eq!(back.moves(), game.moves());
            prop_assert_eq!(back.tags(), game.tags(), "{}", format);
            prop_assert_eq!(
                (back.winner(), back.ending(), back.margin()),
                (game.winner(), game.ending(), game.margin()),
                "{}: {}", format, text
            );
            let comments = |g: &Game| -> Vec<_> {
                // Braces have no place in a comment in braces.
                g.comments().map(|(ply, text)| (ply, text.replace('{', "(").replace('}', ")"))).collect()
            };
            prop_assert_eq!(comments(&back), comments(&game), "{}", format);
        }
    }

    #[test]
    fn sgf_keeps_all_but_a_margin_beside_another_reason(game in strategies::games()) {
        let text = Format::Sgf.write(&game).unwrap();
        let back = Format::Sgf.read(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(back.start(), game.start());
        prop_assert_eq!(back.moves(), game.moves());
        prop_assert_eq!((back.winner(), back.ending()), (game.winner(), game.ending()), "{}", text);
        if game.winner().is_some() && matches!(game.ending(), Ending::Unknown | Ending::NoMove) {
            prop_assert_eq!(back.margin(), game.margin());
        }
        prop_assert!(back.comments().eq(game.comments()), "{text}");
        for (name, value) in game.tags().iter() {
            prop_assert_eq!(back.tags().get(name), Some(value), "{}", text);
        }
    }

    #[test]
    fn other_formats_keep_the_moves(game in strategies::games()) {
        for format in [Format::Uci, Format::LittleGolem, Format::Botzone, Format::BotzoneJson, Format::OpenSpiel] {
            let Ok(text) = format.write(&game) else { continue };
            let back = format.read(&text).map_err(|e| TestCaseError::fail(format!("{format}: {e}\n{text}")))?;
            prop_assert_eq!(back.start(), game.start(), "{}", format);
            prop_assert_eq!(back.moves(), game.moves(), "{}", format);
        }
    }

    #[test]
    fn a_stream_of_games_is_the_games(games in prop::collection::vec(strategies::games(), 0..5)) {
        for format in [Format::Plain, Format::Numbered, Format::Sgf, Format::Uci, Format::Json] {
            let mut games = games.clone();
            if format == Format::Plain {
                // Where a list without a result ends and the next game has neither moves nor tags, its `*` is the first one's.
                for game in &mut games {
                    game.tags_mut().set(Tags::EVENT, "one of them").unwrap();
                }
            }
            let text: String = games.iter().map(|g| format.write(g).unwrap()).collect();
            let back: Vec<Game> = GameReader::new(text.as_bytes(), format)
                .collect::<Result<_, _>>()
                .map_err(|e| TestCaseError::fail(format!("{format}: {e}\n{text}")))?;
            prop_assert_eq!(back.len(), games.len(), "{}: {}", format, text);
            for (back, game) in back.iter().zip(&games) {
                prop_assert_eq!(back.moves(), game.moves());
            }
        }
    }

    #[test]
    fn the_cursor_can_go_anywhere(game in strategies::games(), plies in prop::collection::vec(0..100usize, 1..10)) {
        let mut walker = game.clone();
        let positions: Vec<Position> = game.positions().collect();
        for ply in plies {
            prop_assert_eq!(walker.go_to(ply), ply <= game.len());
            prop_assert_eq!(walker.position(), &positions[walker.ply()]);
        }
        while let Some(m) = walker.back() {
            prop_assert_eq!(m, game.moves()[walker.ply()]);
            prop_assert_eq!(walker.position(), &positions[walker.ply()]);
        }
        prop_assert_eq!(walker.moves(), game.moves());
    }

    #[test]
    fn drawings_show_every_square(position in strategies::positions(), m in strategies::moves()) {
        let ownership = [0.5; 100];
        let drawing = Diagram::new(&position).coordinates(false).last_move(Some(m)).ownership(Some(&ownership));
        let text = drawing.to_string();
        let rows: Vec<&str> = text.lines().collect();
        prop_assert_eq!(rows.len(), usize::from(position.rows()));
        for square in position.squares() {
            let row = rows[usize::from(position.rows() - 1 - square.row())];
            let cell = row.as_bytes()[3 * usize::from(square.column()) + 1];
            let expected = match position.at(square) {
                Some(amazons::Content::Amazon(amazons::Color::White)) => b'W',
                Some(amazons::Content::Amazon(amazons::Color::Black)) => b'B',
                Some(amazons::Content::Burnt) => b'*',
                _ => b'w',
            };
            prop_assert_eq!(cell, expected);
        }
        let svg = drawing.svg();
        let amazons = position.amazons(amazons::Color::White) | position.amazons(amazons::Color::Black);
        prop_assert_eq!(svg.matches("<path").count() as u32, amazons.count());
        prop_assert_eq!(svg.matches("<circle").count() as u32, position.burnt().count());
        prop_assert_eq!(svg.matches("<rect").count() as u32, position.squares().count() + position.empty().count());
        let unicode = drawing.unicode(true).to_string();
        prop_assert_eq!(unicode.chars().count(), text.chars().count());
    }

    #[test]
    fn strategies_make_what_they_say(position in strategies::reachable_positions(), square in strategies::squares()) {
        let burnt = position.burnt().count();
        let black = u32::from(position.turn() == amazons::Color::Black);
        prop_assert_eq!(burnt % 2, black, "White moves first, and every move burns one square");
        prop_assert_eq!(Square::from_index(square.index()), Some(square));
    }
}
