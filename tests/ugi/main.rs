//! `amazons ugi`, from outside.

#[path = "../common/dialogue.rs"]
mod dialogue;
mod hostile;

use std::time::{Duration, Instant};

use amazons::notation::uci;
use amazons::{Book, Move, Position};

use dialogue::Dialogue;

/// A position that takes no time to solve: White is to move and wins.
const WON: &str = "fen Q3*1q w - - 0 1";

fn start() -> Dialogue {
    Dialogue::start(&["ugi", "--threads", "1", "--memory", "16"])
}

/// The move of a `bestmove` line, which must be legal and in UCI's form.
fn best_move(line: &str, position: &Position) -> Move {
    let text = line.split_whitespace().nth(1).unwrap_or_default();
    let m: Move = text
        .parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(position.is_legal(m), "{line}");
    assert_eq!(uci(m).to_string(), text);
    m
}

/// The word after `name` in an `info` line.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split_whitespace();
    words.find(|&word| word == name);
    words.next().unwrap_or_else(|| panic!("{name}: {line}"))
}

/// What follows `pv` in an `info` line, played out.
fn check_pv(line: &str, position: &Position) -> Vec<Move> {
    let mut position = *position;
    let pv = line.split(" pv ").nth(1).expect("a variation");
    pv.split_whitespace()
        .map(|text| {
            let m = text.parse().unwrap();
            position
                .play(m)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
            m
        })
        .collect()
}

#[test]
fn it_greets_in_both_dialects() {
    let mut program = start();
    for (hello, ok) in [("uci", "uciok"), ("ugi", "ugiok")] {
        program.say(hello);
        let said = program.hear_until(ok);
        assert!(said[0].starts_with("id name amazons "), "{said:?}");
        assert!(said[1].starts_with("id author "), "{said:?}");
        for option in [
            "Threads type spin default 1 min 1 max 255",
            "Hash type spin default 16 min ",
            "MultiPV type spin default 1 ",
            "Ponder type check default false",
            "OwnBook type check default false",
            "Move Overhead type spin ",
            "UCI_Variant type combo default amazons var amazons var ",
        ] {
            let start = format!("option name {option}");
            assert!(
                said.iter().any(|line| line.starts_with(&start)),
                "{option}: {said:?}"
            );
        }
    }
    program.say("quit");
    assert!(program.status().success());
}

#[test]
fn every_form_of_go_is_answered_by_one_move() {
    let mut program = start();
    let mut position = Position::start();
    position.play("d1-d7/g7".parse().unwrap()).unwrap();
    for go in [
        "go movetime 20",
        "go nodes 300",
        "go visits 50",
        "go depth 2",
        "go wtime 1 btime 300",
        "go wtime 1 btime 1000 winc 0 binc 10",
        "go btime 300 movestogo 10",
        "go p1time 1 p2time 300 p1inc 0 p2inc 2",
        "go btime -5",
        "go movetime 0",
        "go wtime 1000 btime 1000 movetime 15 nodes 50",
    ] {
        program.say("position startpos moves d1d7,d7g7");
        program.say(go);
        let said = program.hear_until("bestmove");
        let m = best_move(said.last().unwrap(), &position);
        let info = &said[said.len() - 2];
        assert!(info.starts_with("info depth "), "{go}: {said:?}");
        assert_eq!(check_pv(info, &position)[0], m, "{go}: {said:?}");
        assert_eq!(field(info, "multipv"), "1");
        for number in ["nodes", "nps", "time", "cp"] {
            field(info, number).parse::<i64>().unwrap();
        }
    }
    // These have no end of their own, or none in sight.
    for go in [
        "go infinite",
        "go",
        "go infinite movetime 1",
        "go ponder btime 100",
    ] {
        program.say(go);
        program.say("isready");
        let said = program.hear_until("readyok");
        assert!(
            !said.iter().any(|line| line.starts_with("bestmove")),
            "{go}: {said:?}"
        );
        program.say("stop");
        best_move(program.hear_until("bestmove").last().unwrap(), &position);
    }
    program.say("stop");
    program.say("ponderhit");
    assert_eq!(program.rest(), Vec::<String>::new());
    assert!(program.status().success());
}

#[test]
fn chosen_moves_are_searched() {
    let mut program = start();
    program.say("setoption name MultiPV value 5");
    program.say("go nodes 2000 searchmoves a4a5,a5a4 d1d2,d2d1 j4j3,j3j4");
    let said = program.hear_until("bestmove");
    // What was told on the way comes before.
    let lines = &said[said.len() - 4..said.len() - 1];
    let mut moves: Vec<String> = lines
        .iter()
        .map(|line| check_pv(line, &Position::start())[0].to_string())
        .collect();
    moves.sort();
    assert_eq!(moves, ["a4-a5/a4", "d1-d2/d1", "j4-j3/j4"]);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(field(line, "multipv"), (index + 1).to_string());
    }
    program.say("go nodes 10 searchmoves a4a4,a4a5");
    assert!(program.hear().unwrap().starts_with("info string a4-a4/a5"));
}

#[test]
fn mates_are_told_from_the_side_to_move() {
    let mut program = start();
    for (fen, score) in [
        ("Q1*q w", "mate 1"),
        ("Q1*1q w", "mate -1"),
        ("Q1*q b", "mate 0"),
        ("Q3*1q w", "mate 2"),
    ] {
        program.say(format!("position fen {fen} - - 0 1"));
        program.say("go mate 3");
        let said = program.hear_until("bestmove");
        assert!(
            said[0].contains(&format!("score {score} ")),
            "{fen}: {said:?}"
        );
    }
}

#[test]
fn it_tells_while_it_thinks_and_stops_at_once() {
    let mut program = start();
    program.say("setoption name MultiPV value 3");
    let mut slowest = Duration::ZERO;
    for _ in 0..5 {
        program.say("go infinite");
        for index in 1..=3 {
            let line = program.hear().unwrap();
            assert_eq!(field(&line, "multipv"), index.to_string());
            check_pv(&line, &Position::start());
        }
        let begin = Instant::now();
        program.say("stop");
        program.hear_until("bestmove");
        slowest = slowest.max(begin.elapsed());
    }
    println!("stop is answered within {slowest:?}");
}

#[test]
fn pondering_becomes_thinking() {
    let mut program = start();
    program.say("uci");
    program.hear_until("uciok");
    program.say("setoption name Ponder value true");
    program.say("position startpos");
    program.say("go nodes 1000");
    let said = program.hear_until("bestmove");
    let words: Vec<&str> = said.last().unwrap().split_whitespace().collect();
    let ["bestmove", own, "ponder", reply] = words[..] else {
        panic!("{said:?}");
    };
    program.say(format!("position startpos moves {own} {reply}"));
    program.say("go ponder wtime 200 btime 200");
    let said = program.hear_for(Duration::from_millis(400));
    assert!(
        !said.iter().any(|line| line.starts_with("bestmove")),
        "{said:?}"
    );
    program.say("ponderhit");
    let said = program.hear_until("bestmove");
    let mut position = Position::start();
    for m in [own, reply] {
        position.play(m.parse().unwrap()).unwrap();
    }
    best_move(said.last().unwrap(), &position);

    // What is proven while the opponent thinks waits to be asked for, too.
    for end in ["ponderhit", "stop"] {
        program.say(format!("position {WON}"));
        program.say("go ponder movetime 5000");
        assert_eq!(
            program.hear_for(Duration::from_millis(100)),
            Vec::<String>::new()
        );
        program.say(end);
        assert!(program.hear_until("bestmove")[0].contains(" mate "));
    }
    program.say(format!("position {WON}"));
    program.say("go infinite");
    program.say("ponderhit");
    assert_eq!(
        program.hear_for(Duration::from_millis(100)),
        Vec::<String>::new()
    );
    program.say("stop");
    program.hear_until("bestmove");
}

#[test]
fn games_end_as_ugi_asks() {
    let mut program = start();
    let mut ask = |position: &str| {
        program.say(format!("position {position}"));
        ["query gameover", "query p1turn", "query result"].map(|question| {
            program.say(question);
            let answer = program.hear().unwrap();
            answer
                .strip_prefix("response ")
                .expect("a response")
                .to_owned()
        })
    };
    assert_eq!(ask("startpos"), ["false", "true", "none"]);
    assert_eq!(ask("startpos moves d1d7,d7g7"), ["false", "false", "none"]);
    assert_eq!(ask("fen Q*1q w"), ["true", "true", "p2win"]);
    assert_eq!(ask("fen Q1*q b"), ["true", "false", "p1win"]);
    assert_eq!(
        ask("fen Q1*q w moves a1b1,b1a1"),
        ["true", "false", "p1win"]
    );

    program.say("ugi");
    program.hear_until("ugiok");
    for position in ["startpos", "fen Q w"] {
        program.say("uginewgame");
        program.say(format!("position {position}"));
        program.say("go nodes 500");
        let said = program.hear_until("bestmove");
        assert_eq!(
            said.last().unwrap().split_whitespace().count(),
            2,
            "{said:?}"
        );
    }
}

#[test]
fn boards_of_all_sizes_are_played() {
    let mut program = start();
    for (variant, columns, rows) in [
        ("amazons6x6", 6, 6),
        ("amazons8", 8, 8),
        ("amazons5x4", 5, 4),
    ] {
        program.say(format!("setoption name UCI_Variant value {variant}"));
        let mut position = Position::standard(columns, rows).unwrap();
        let mut moves = String::new();
        for _ in 0..3 {
            program.say(format!("position startpos{moves}"));
            program.say("go visits 30");
            let m = best_move(program.hear_until("bestmove").last().unwrap(), &position);
            position.play(m).unwrap();
            moves = format!(
                "{} {}",
                if moves.is_empty() { " moves" } else { &moves },
                uci(m)
            );
        }
        program.say("ucinewgame");
        program.say("d");
        let fen = program.hear_until("Fen: ").pop().unwrap();
        let start = Position::standard(columns, rows).unwrap();
        assert_eq!(fen, format!("Fen: {start}"));
    }
    program.say("setoption name UCI_Variant value chess");
    assert!(
        program
            .hear()
            .unwrap()
            .starts_with("info string UCI_Variant")
    );
}

#[test]
fn the_book_is_asked_when_it_is_switched_on_and_only_for_a_move() {
    let mut program = start();
    let book = Book::builtin();
    let out_of_a_book = |said: &[String]| said.iter().any(|line| line.contains("book"));
    let ask = |program: &mut Dialogue, go: &str| {
        program.say(go);
        program.hear_until("bestmove")
    };
    program.say("position startpos");
    let said = ask(&mut program, "go visits 20");
    assert!(!out_of_a_book(&said), "{said:?}");

    program.say("setoption name OwnBook value true");
    // A search would never end.
    let said = ask(&mut program, "go");
    let m = best_move(&said[said.len() - 1], &Position::start());
    let known = book.moves(&Position::start());
    assert!(known.iter().any(|known| known.m == m), "{said:?}");
    assert!(out_of_a_book(&said), "{said:?}");
    let info = &said[said.len() - 2];
    assert_eq!((field(info, "nodes"), field(info, "multipv")), ("0", "1"));
    field(info, "cp").parse::<i32>().unwrap();
    assert_eq!(check_pv(info, &Position::start()), [m]);
    // The same position from Black's side.
    program.say(format!("position fen {}", Position::start().reversed()));
    let said = ask(&mut program, "go wtime 100000 btime 100000");
    assert!(out_of_a_book(&said), "{said:?}");
    best_move(&said[said.len() - 1], &Position::start().reversed());

    // Analysis, and what the book does not have.
    program.say("position startpos");
    for go in ["go infinite", "go ponder visits 20"] {
        program.say(go);
        let said = program.hear_for(Duration::from_millis(100));
        assert!(!said.iter().any(|line| line.starts_with("bestmove")));
        let said = ask(&mut program, "stop");
        assert!(!out_of_a_book(&said), "{said:?}");
    }
    let said = ask(&mut program, "go visits 20 searchmoves d1d2,d2d1");
    assert!(said.last().unwrap().contains("d1d2,d2d1"), "{said:?}");
    program.say("position startpos moves d1d2,d2d1");
    let said = ask(&mut program, "go visits 20");
    assert!(!out_of_a_book(&said), "{said:?}");

    program.say("setoption name OwnBook value perhaps");
    assert!(program.hear().unwrap().contains("true or false"));
    program.say("setoption name OwnBook value false");
    program.say("position startpos");
    let said = ask(&mut program, "go visits 20");
    assert!(!out_of_a_book(&said), "{said:?}");
}
