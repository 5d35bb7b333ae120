//! Lines that are no commands, commands that can't be obeyed, and pipes that close.

use amazons::Position;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{best_move, start};

#[test]
fn what_is_wrong_is_said_and_harms_nothing() {
    let mut program = start();
    for (line, reason) in [
        ("xyzzy", "no such command"),
        ("position fen 1q1/4/1Q1 w", "byte"),
        ("position startpos moves a1a2,a2a3", "a1"),
        ("position", "info string"),
        ("go sideways", "not known"),
        ("go wtime 5", "no clock"),
        ("setoption name Threads value 0", "1 to 255"),
        ("setoption name Hash value many", "a number"),
        ("setoption name Threads value 255", "too little"),
        ("setoption name Colour value blue", "no such option"),
        ("setoption name Ponder value maybe", "true or false"),
        ("query weather", "no such question"),
    ] {
        if line == "go wtime 5" {
            program.say("position startpos moves d1d7,d7g7");
        }
        program.say(line);
        let said = program.hear().unwrap();
        assert!(
            said.starts_with("info string ") && said.contains(reason),
            "{line}: {said}"
        );
        if line.starts_with("go ") {
            assert!(program.hear().unwrap().starts_with("bestmove "), "{line}");
        }
    }
    for quiet in ["", "  ", "stop", "ponderhit", "debug on", "register later"] {
        program.say(quiet);
    }
    program.say([b"x".repeat(3 << 20), b"\xFF\xFE".to_vec()].concat());
    assert_eq!(program.hear().unwrap(), "info string the line is too long");
    program.say(b"\xFF\xFE go");
    assert!(program.hear().unwrap().contains("no such command"));
    program.say("go movetime 10");
    program.say("setoption name Threads value 2");
    program.say("go movetime 10");
    program.say("quit");
    // It may have ended before it is told.
    let _ = program.try_say("go movetime 10");
    let said = program.rest();
    let answers = said
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .count();
    assert_eq!(answers, 2, "{said:?}");
    assert!(program.status().success());
}

/// Words of the protocol in any order, halves of them, and bytes that are no text. It never says `quit`.
fn garbage(rng: &mut impl Rng) -> Vec<u8> {
    const WORDS: [&str; 44] = [
        "uci",
        "ugi",
        "isready",
        "ucinewgame",
        "setoption",
        "name",
        "value",
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "UCI_Variant",
        "amazons6x6",
        "true",
        "position",
        "startpos",
        "fen",
        "moves",
        "d1d7,d7g7",
        "a4a5,a5a4",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3",
        "Q1*q",
        "w",
        "b",
        "go",
        "wtime",
        "btime",
        "winc",
        "movestogo",
        "movetime",
        "nodes",
        "depth",
        "mate",
        "infinite",
        "ponder",
        "searchmoves",
        "stop",
        "ponderhit",
        "query",
        "gameover",
        "result",
        "d",
        "debug",
        "Move Overhead",
    ];
    let mut line = Vec::new();
    for _ in 0..rng.random_range(0..9) {
        match rng.random_range(0..8) {
            0 => line.extend(rng.random_range(-20..300).to_string().bytes()),
            1 => line.extend((0..rng.random_range(0..12)).map(|_| rng.random::<u8>())),
            _ => line.extend(WORDS[rng.random_range(0..WORDS.len())].bytes()),
        }
        line.push(b' ');
    }
    if rng.random_bool(0.2) {
        line.truncate(rng.random_range(0..=line.len()));
    }
    line.retain(|&byte| byte != b'\n' && byte != b'\r');
    line
}

#[test]
fn ten_thousand_lines_of_garbage_are_survived() {
    let mut program = start();
    let mut rng = Pcg64Mcg::seed_from_u64(20);
    for index in 0..10_000 {
        program.say(garbage(&mut rng));
        if index % 100 == 0 {
            program.say("isready");
            program.hear_until("readyok");
        }
    }
    program.say("setoption name UCI_Variant value amazons");
    program.say("setoption name Threads value 1");
    // What was heard so far may answer lines long past.
    program.say("stop");
    program.say("enough");
    program.hear_until("info string enough");
    program.say("position startpos");
    program.say("go nodes 100");
    best_move(
        program.hear_until("bestmove").last().unwrap(),
        &Position::start(),
    );
    program.end_input();
    assert!(program.status().success());
}

#[test]
fn a_go_that_cannot_be_obeyed_is_answered_all_the_same() {
    let mut program = start();
    for go in [
        "go visits 99999999999999999999",
        "go searchmoves zz",
        "go movetime x",
        "go foo",
    ] {
        program.say(go);
        let said = program.hear_until("bestmove");
        assert!(
            said.iter().any(|line| line.starts_with("info string ")),
            "{said:?}"
        );
        best_move(said.last().unwrap(), &Position::start());
    }
}

#[test]
fn the_end_of_input_ends_it() {
    for (go, answers) in [
        ("go movetime 30", 1),
        ("go depth 2", 1),
        ("go depth 300", 1),
        ("go mate 3", 1),
        ("go infinite", 1),
        ("go ponder", 1),
    ] {
        let mut program = start();
        program.say(go);
        let said = program.rest();
        let found = said
            .iter()
            .filter(|line| line.starts_with("bestmove"))
            .count();
        assert_eq!(found, answers, "{go}: {said:?}");
        assert!(program.status().success());
    }
}

#[test]
fn a_closed_output_ends_it() {
    for say in [
        &["go infinite"][..],
        &["isready", "isready"],
        &["go depth 100"],
    ] {
        let mut program = start();
        program.close_output();
        for line in say {
            let _ = program.try_say(line);
        }
        program.say_until_gone("isready");
        assert!(program.status().success(), "{say:?}");
    }
}
