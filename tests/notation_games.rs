//! Games go through every format and come back the same.

use amazons::notation::{ConvertError, Format, GameErrorKind, GameReader, ReadErrorKind, convert};
use amazons::{Game, Position};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

fn human_games() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games_human.txt");
    std::fs::read_to_string(path).unwrap()
}

fn convert_all(text: &str, from: Option<Format>, to: Format) -> String {
    let mut output = Vec::new();
    let done = convert(text.as_bytes(), from, to, &mut output, |bad| {
        panic!("{from:?} to {to}: {bad}")
    })
    .unwrap();
    assert_eq!(done.failed, 0);
    String::from_utf8(output).unwrap()
}

/// The moves of a plain list, whatever tags and results stand around them.
fn moves(plain: &str) -> Vec<Vec<&str>> {
    let is_move = |word: &&str| word.contains('/') && word.contains('-');
    plain
        .lines()
        .map(|line| line.split_whitespace().filter(is_move).collect())
        .collect()
}

#[test]
fn human_games_come_back_through_all_formats() {
    let start = human_games();
    let chain = [
        Format::Sgf,
        Format::LittleGolem,
        Format::Uci,
        Format::OpenSpiel,
        Format::Json,
        Format::Numbered,
        Format::Plain,
    ];
    let mut text = start.clone();
    for to in chain {
        // Each is detected, too.
        text = convert_all(&text, None, to);
    }
    assert_eq!(moves(&text).len(), 2194);
    assert_eq!(moves(&text), moves(&start));
}

fn random_games(side: u8, count: u64) -> Vec<Game> {
    let start = Position::standard(side, side).unwrap();
    (0..count)
        .map(|seed| {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut game = Game::from_position(start);
            // Half of them to the end.
            let plies = if seed % 2 == 0 {
                200
            } else {
                1 + seed as usize % 30
            };
            while let Some(m) = game.position().random_move(&mut rng) {
                if game.len() >= plies {
                    break;
                }
                game.play(m).unwrap();
            }
            game
        })
        .collect()
}

#[test]
fn small_boards_come_back_through_the_formats_that_know_them() {
    let chains: [(u8, &[Format]); 2] = [
        (
            8,
            &[
                Format::Botzone,
                Format::OpenSpiel,
                Format::BotzoneJson,
                Format::Sgf,
                Format::Botzone,
                Format::Uci,
                Format::OpenSpiel,
            ],
        ),
        (
            6,
            &[
                Format::OpenSpiel,
                Format::Sgf,
                Format::OpenSpiel,
                Format::Uci,
            ],
        ),
    ];
    for (side, chain) in chains {
        let games = random_games(side, 100);
        let mut text: String = games
            .iter()
            .map(|g| Format::Json.write(g).unwrap())
            .collect();
        for &to in chain {
            text = convert_all(&text, None, to);
        }
        let back: Vec<Game> = GameReader::detect(text.as_bytes())
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(back, games, "side {side}");
    }
}

#[test]
fn one_bad_game_among_a_thousand_stops_none_of_the_rest() {
    let games: String = human_games()
        .lines()
        .take(1000)
        .map(|l| format!("{l}\n"))
        .collect();
    let formats = [
        Format::Plain,
        Format::Numbered,
        Format::Sgf,
        Format::LittleGolem,
        Format::Uci,
        Format::OpenSpiel,
        Format::Json,
    ];
    for format in formats {
        // The 500th game's end is cut off in the middle of a move, and with it whatever closes the game.
        let texts: Vec<String> = games
            .lines()
            .map(|line| format.write(&Format::Plain.read(line).unwrap()).unwrap())
            .collect();
        let cut = texts[499].trim_end().len() - 12;
        let (whole, bad) = (&texts[499], &texts[499][..cut]);
        let bad = format!("{bad}{}", &whole[whole.trim_end().len()..]);
        let text = [&texts[..499].concat(), &bad, &texts[500..].concat()]
            .map(String::as_str)
            .concat();
        let mut reasons = Vec::new();
        let mut output = Vec::new();
        let done = convert(
            text.as_bytes(),
            Some(format),
            Format::Plain,
            &mut output,
            |bad| {
                let ConvertError::Read(error) = bad else {
                    panic!("{bad}")
                };
                reasons.push((error.game, error.line, error.byte));
            },
        )
        .unwrap();
        if format == Format::OpenSpiel {
            // Numbers that are cut may still be a shorter game; they are not here.
            assert_eq!(done.games + done.failed, 1000);
        } else {
            assert_eq!((done.games, done.failed), (999, 1), "{format}: {reasons:?}");
        }
        let first_line = texts[..499].concat().matches('\n').count() as u64 + 1;
        let last_line = first_line + bad.matches('\n').count() as u64;
        let (game, line, byte) = reasons[0];
        assert_eq!(game, 500, "{format}");
        assert!(
            (first_line..=last_line).contains(&line),
            "{format}: line {line}"
        );
        let start = texts[..499].concat().len() as u64;
        assert!(
            (start..=start + bad.len() as u64).contains(&byte),
            "{format}"
        );
    }
}

#[test]
fn places_are_those_of_the_stream() {
    let text =
        "\u{feff}d1-d7/g7 1-0\r\n\r\n[White \"x\"]\r\n1. d1-d7/g7\r\n  a7-a1/a2\r\n*\r\nd1-d7/x\n";
    let errors: Vec<_> = GameReader::detect(text.as_bytes())
        .unwrap()
        .filter_map(Result::err)
        .map(|e| (e.game, e.line, e.column, e.byte))
        .collect();
    let place = |line, column: u64, needle: &str| (line, column, text.find(needle).unwrap() as u64);
    let (line, column, byte) = place(5, 3, "a7-a1");
    assert_eq!(errors[0], (2, line, column, byte));
    let (line, column, byte) = place(7, 7, "x\n");
    assert_eq!(errors[1], (3, line, column, byte));
    assert_eq!(errors.len(), 2);
}

#[test]
fn plain_lists_end_where_they_should() {
    let cases: [(&str, &[usize]); 12] = [
        ("d1-d7/g7\na4-a5/a6\n", &[1, 1]),
        ("1. d1-d7/g7\na7-b8/c8\n\n1. d1-d7/g7", &[2, 1]),
        (
            "1. d1-d7/g7\n1... a7-b8/c8\n2. g1-e3/e8\n1. d1-d7/g7",
            &[3, 1],
        ),
        ("1. d1-d7/g7 *\n1. d1-d7/g7 1-0\nd1-d7/g7", &[1, 1, 1]),
        ("d1-d7/g7\n1-0\nd1-d7/g7\n*\n", &[1, 1]),
        (
            "[White \"a\"]\n[Black \"b\"]\n\nd1-d7/g7\na7-b8/c8\n[White \"c\"]\n\n*\n",
            &[2, 0],
        ),
        ("d1-d7/g7 {a\n\nb} a7-b8/c8\nd1-d7/g7", &[2, 1]),
        ("{a} d1-d7/g7\n{b} d1-d7/g7\n", &[1, 1]),
        ("\n\n  \nd1-d7/g7\n\n\n\nd1-d7/g7\n\n", &[1, 1]),
        ("[Event \"{\"] d1-d7/g7\n\nd1-d7/g7", &[1, 1]),
        (
            "1. d1-d7/g7 a7-b8/c8 {resigns}\n0-1 {why}\nd1-d7/g7",
            &[2, 1],
        ),
        ("", &[]),
    ];
    for (text, expected) in cases {
        let lengths: Vec<_> = GameReader::new(text.as_bytes(), Format::Plain)
            .map(|game| game.unwrap_or_else(|e| panic!("{text:?}: {e}")).len())
            .collect();
        assert_eq!(lengths, expected, "{text:?}");
    }
}

#[test]
fn trees_end_where_they_should() {
    let kinds = |text: &str| -> Vec<Result<usize, GameErrorKind>> {
        // Also when the stream comes byte by byte.
        let slow = std::io::BufReader::with_capacity(1, text.as_bytes());
        let slowly: Vec<_> = GameReader::new(slow, Format::Sgf)
            .map(|g| format!("{g:?}"))
            .collect();
        let at_once: Vec<_> = GameReader::new(text.as_bytes(), Format::Sgf).collect();
        let said: Vec<_> = at_once.iter().map(|g| format!("{g:?}")).collect();
        assert_eq!(slowly, said);
        at_once
            .into_iter()
            .map(|game| match game {
                Ok(game) => Ok(game.len()),
                Err(error) => match error.kind {
                    ReadErrorKind::Game(kind) => Err(kind),
                    other => panic!("{other}"),
                },
            })
            .collect()
    };
    assert_eq!(kinds("(;)(;B[djddgd])\n\n (;)"), [Ok(0), Ok(1), Ok(0)]);
    assert_eq!(kinds("(;C[)(;])(;B[djddgd];C[\\])])"), [Ok(0), Ok(1)]);
    assert_eq!(
        kinds("(;GM[18];B[djddgd]\n(;GM[18];B[djddgd])\n"),
        [Err(GameErrorKind::UnclosedTree), Ok(1)]
    );
    assert_eq!(
        kinds("(;FF[4];B[djddgd\n(;FF[4];B[djddgd])\n"),
        [Err(GameErrorKind::UnclosedValue), Ok(1)]
    );
    assert_eq!(
        kinds("junk (;B[djddgd])) x (;)"),
        [
            Err(GameErrorKind::NoTree),
            Ok(1),
            Err(GameErrorKind::NoTree),
            Ok(0)
        ]
    );
    assert_eq!(kinds("(;B[djddgd]\n(;B[x])\n(;W[adbccc]))").len(), 1);
    assert_eq!(kinds(""), []);
}

#[test]
fn botzone_texts_end_where_they_should() {
    let no = "-1 -1 -1 -1 -1 -1\n";
    let text =
        format!("{no}2 0 2 5 4 5\n{no}\n2 0 2 5 4 5\n\n1\n{no}2 0 2 5 4 5 5 7 5 6 5 7\n[]\n[]\n");
    let lengths: Vec<_> = GameReader::new(text.as_bytes(), Format::Botzone)
        .map(|game| game.unwrap().len())
        .collect();
    assert_eq!(lengths, [1, 0, 1, 0, 2, 0, 0]);
}

#[test]
fn long_games_are_refused_without_being_held() {
    // An endless line, an endless comment and an endless value, and a game after each.
    let junk = "x".repeat(5000);
    let streams = [
        (Format::Plain, format!("{junk}\nd1-d7/g7\n")),
        (Format::Plain, format!("d1-d7/g7 {{{junk}\nd1-d7/g7\n")),
        (
            Format::Uci,
            format!("position {junk}\nposition startpos moves d1d7,d7g7\n"),
        ),
        (Format::Sgf, format!("(;C[{junk}])\n(;B[djddgd])\n")),
        (Format::Sgf, format!("(;C[{junk}\n(;FF[4];B[djddgd])\n")),
    ];
    for (format, text) in streams {
        let games: Vec<_> = GameReader::new(text.as_bytes(), format)
            .max_bytes(1000)
            .collect();
        assert_eq!(games.len(), 2, "{format}: {games:?}");
        let error = games[0].as_ref().unwrap_err();
        assert!(
            matches!(error.kind, ReadErrorKind::Game(GameErrorKind::TooLong)),
            "{error}"
        );
        assert_eq!((error.line, error.byte), (1, 0));
        assert_eq!(games[1].as_ref().unwrap().len(), 1);
    }
}

/// A stream that fails after its text.
struct Failing<'a>(&'a [u8]);

impl std::io::Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("broken")),
            n => Ok(n),
        }
    }
}

#[test]
fn a_broken_stream_is_the_last_error() {
    for format in [Format::Plain, Format::Sgf] {
        let text = match format {
            Format::Sgf => "(;B[djddgd])\n",
            _ => "d1-d7/g7 *\n",
        };
        let input = std::io::BufReader::new(Failing(text.as_bytes()));
        let games: Vec<_> = GameReader::new(input, format).collect();
        assert_eq!(games.len(), 2, "{games:?}");
        assert_eq!(games[0].as_ref().unwrap().len(), 1);
        let error = games[1].as_ref().unwrap_err();
        assert!(matches!(error.kind, ReadErrorKind::Io(_)), "{error}");
        assert_eq!(error.line, 2);
    }
}

#[test]
fn formats_refuse_what_they_have_no_room_for() {
    use amazons::notation::WriteGameError::{NoMoves, Size, Start};
    let odd = Game::from_position("Q1q/3 w".parse().unwrap());
    let size = Size {
        columns: 3,
        rows: 2,
    };
    let six = Game::from_position(Position::standard(6, 6).unwrap());
    let turned = Game::from_position(Position::start().with_turn(amazons::Color::Black));
    for (format, game, error) in [
        (Format::Botzone, &odd, size),
        (Format::BotzoneJson, &odd, size),
        (Format::OpenSpiel, &odd, size),
        (Format::LittleGolem, &odd, Start),
        (Format::OpenSpiel, &six, NoMoves),
        (Format::OpenSpiel, &turned, Start),
        (Format::LittleGolem, &turned, Start),
    ] {
        assert_eq!(format.write(game), Err(error), "{format}");
    }
    for format in [
        Format::Plain,
        Format::Numbered,
        Format::Sgf,
        Format::Uci,
        Format::Json,
    ] {
        for game in [&odd, &six, &turned] {
            let text = format.write(game).unwrap();
            assert_eq!(&format.read(&text).unwrap(), game, "{format}: {text}");
        }
    }
}

/// Texts that made readers of this kind slow or deep: they must be refused, or read, at once.
#[test]
fn hostile_texts_take_no_time() {
    let n = 300_000;
    let texts = [
        "(;".repeat(n),
        format!("{}{}", "(;".repeat(n), ")".repeat(n)),
        format!("(;{})", "(;)".repeat(n)),
        "1.".repeat(n),
        "1 ".repeat(n),
        "{a}".repeat(n),
        "[FEN \"Q1q w\"]".repeat(n / 10),
        (0..n / 10).map(|i| format!("[T{i} \"x\"]")).collect(),
        "[".repeat(n),
        "{\"a\":".repeat(n),
        format!(
            "{{\"moves\":[],\"tags\":{{{}\"z\":\"\"}}}}",
            (0..n / 10)
                .map(|i| format!("\"t{i}\":\"\","))
                .collect::<String>()
        ),
        format!(
            "{{\"moves\":[],\"comments\":{{{}\"0\":\"\"}}}}",
            "\"0\":\"x\",".repeat(n / 10)
        ),
        "9".repeat(n),
        format!("position fen {}", "1/".repeat(n)),
        format!("position startpos moves {}", "d1d7,d7g7".repeat(n)),
        format!("(;{})", "AA[aa:jj]".repeat(n / 10)),
        format!("(;{})", "PB[x]".repeat(n / 10)),
        format!("(;C[{}])", "\\".repeat(n)),
        "-".repeat(n),
        "W+".repeat(n),
        "\u{2013}".repeat(n),
    ];
    let begin = std::time::Instant::now();
    for text in &texts {
        for format in Format::ALL {
            let _ = format.read(text);
            let _ = GameReader::new(text.as_bytes(), format).count();
        }
        let _ = Format::detect(text);
    }
    // 21 texts of up to 2.7 MB, 18 times each: seconds for readers that look at a byte a few times.
    assert!(begin.elapsed().as_secs() < 120, "{:?}", begin.elapsed());
}
