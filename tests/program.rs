//! The program `amazons`, from outside.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use amazons::{Move, Position};

use program::{games, printed, run};

/// What it says when it refuses, and prints nothing.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?} was accepted");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    String::from_utf8(output.stderr).unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn perft_counts() {
    let text = printed(&["perft", "--depth", "2"]);
    let line = words(text.lines().last().unwrap());
    let ["nodes", "4307152", "time", seconds, "s", rate, "M/s"] = line[..] else {
        panic!("{text}");
    };
    let (seconds, rate): (f64, f64) = (seconds.parse().unwrap(), rate.parse().unwrap());
    // Milliseconds are rounded.
    let rounded = 0.0006 * rate + 0.1 * seconds;
    assert!((seconds * rate - 4.307).abs() < rounded + 0.01, "{text}");
}

#[test]
fn perft_divides() {
    let text = printed(&[
        "perft",
        "--fen",
        "1qq1/q2q/Q2Q/1QQ1 w",
        "--depth",
        "2",
        "--divide",
    ]);
    let lines: Vec<Vec<&str>> = text.lines().map(words).collect();
    assert_eq!(lines.len(), 89);
    let sum: u64 = lines[..88]
        .iter()
        .map(|line| line[1].parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 4336);
    assert_eq!(lines[88][..3], ["nodes", "4336", "time"]);
    assert!(printed(&["perft", "--depth", "0", "--divide"]).starts_with("nodes 1 time"));
}

#[test]
fn bad_options_are_refused_with_a_reason() {
    for (arguments, reason) in [
        (&["perft", "--fen", "1q1/4/1Q1 w"][..], "at byte 4"),
        (&["perft", "--depth", "-1"], "-1"),
        (&["match", "uct", "nobody"], "no player"),
        (&["match", "engine,speed=9", "random"], "no setting"),
        (&["match", "engine,memory=0", "random"], "memory"),
        (&["analyze", "--fen", "1q1/4/1Q1 w"], "at byte 4"),
        (&["analyze", "--memory", "0"], "memory"),
        (&["analyze", "--threads", "0"], "threads"),
        (&["analyze", "--time", "-1s"], "-1"),
        (&["analyze", "--game", "/no/such/file"], "/no/such/file"),
        (&["ugi", "--threads", "0"], "threads"),
        (&["serve", "--threads", "0"], "threads"),
        (
            &["serve", "--threads", "2", "--concurrent", "3"],
            "3 queries at once",
        ),
        (&["serve", "--concurrent", "0"], "0 queries at once"),
        (&["serve", "--memory", "0"], "memory"),
        (&["serve", "--queue", "0"], "queue"),
        (&["match", "uct,time=soon", "random"], "no time"),
        (
            &["match", "uct", "random", "--time", "5 parsecs"],
            "unit of time",
        ),
        (
            &["match", "uct", "random", "--file", "/no/such/folder/file"],
            "/no/such/folder/file",
        ),
        (&["analyze", "--ply", "3"], "--game"),
        (&["analyze", "--number", "2"], "--game"),
        (&["analyze", "--fen", "Q1q w", "--ply", "3"], "--ply"),
        (&["analyze", "--fen", "Q1q w", "--number", "2"], "--number"),
        (&["solve"], "--start"),
        (&["solve", "--start", "4x4", "--fen", "Q1q w"], "--start"),
        (&["solve", "--start", "4x4", "--memory", "0"], "--memory"),
        (&["tune", "fit", "--data", "x", "--rate", "nan"], "--rate"),
        (&["tune", "fit", "--data", "x", "--rate", "inf"], "--rate"),
        (&["tune", "fit", "--data", "x", "--rate=-1"], "--rate"),
        (
            &["tune", "fit", "--data", "x", "--lambda", "nan"],
            "--lambda",
        ),
        (
            &["tune", "fit", "--data", "x", "--lambda", "1.1"],
            "--lambda",
        ),
        (&["juggle"], "juggle"),
    ] {
        let said = refused(arguments);
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
}

fn report(arguments: &[&str]) -> serde_json::Value {
    let text = printed(&[&["analyze", "--json", "--threads", "1"], arguments].concat());
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn analyze_reports_in_json() {
    let found = report(&["--visits", "300", "--lines", "2"]);
    let best: Move = found["best_move"].as_str().unwrap().parse().unwrap();
    assert!(Position::start().is_legal(best));
    assert_eq!(found["lines"].as_array().unwrap().len(), 2);
    assert_eq!(found["lines"][0]["move"], found["best_move"]);
    assert_eq!(found["lines"][0]["pv"][0], found["best_move"]);
    assert_eq!(found["ownership"].as_array().unwrap().len(), 100);
    assert_eq!(found["visits"], 300);
    assert!((0.0..=1.0).contains(&found["win_rate"].as_f64().unwrap()));
    assert!(found["proven"].is_null());

    // One thread and one seed are one report.
    let mut again = report(&["--visits", "300", "--lines", "2"]);
    again["seconds"] = found["seconds"].clone();
    assert_eq!(again, found);

    let lost = report(&["--fen", "Q w"]);
    assert!(lost["best_move"].is_null());
    assert_eq!(lost["proven"], "loss");
    let won = report(&["--fen", "Q1*q w", "--time", "0"]);
    assert_eq!(won["proven"], "win");
    assert_eq!(won["best_move"], "a1-b1/a1");
}

#[test]
fn analyze_explains_what_the_evaluation_sees() {
    let fen = "Q2*1q/******/6 w";
    let arguments = ["analyze", "--fen", fen, "--visits", "10", "--explain"];
    let text = printed(&arguments);
    let explained = text.split("Without looking ahead: ").nth(1).expect(&text);
    assert!(
        explained.contains("White's amazons, mobility: a3 0.0 (enclosed)"),
        "{text}"
    );
    assert!(
        explained.contains("Black's amazons, mobility: f3 0.0 (enclosed)"),
        "{text}"
    );
    assert!(
        explained.contains(" 3    Q +100 +100    * -100    q\n"),
        "{text}"
    );
    let number = |name: &str| -> f64 {
        let line = explained.lines().find(|line| line.trim().starts_with(name));
        let line = line.expect(name).trim().strip_prefix(name).unwrap();
        words(line)[0].parse().unwrap()
    };
    let terms = [
        "queen distances",
        "king distances",
        "open squares",
        "amazons' neighbours",
        "amazons' freedom",
        "tempo",
    ];
    let sum: f64 = terms.map(number).iter().sum();
    assert!(
        (sum - number("all")).abs() < 0.04,
        "rounded to hundredths: {text}"
    );

    let found = report(&["--visits", "10", "--explain"]);
    assert_eq!(found["visits"], 10);
    assert_eq!(found["explanation"]["terms"].as_array().unwrap().len(), 6);
    assert!(report(&["--visits", "10"])["explanation"].is_null());
}

#[test]
fn analyze_draws_the_board_and_the_lines() {
    let text = printed(&[
        "analyze",
        "--visits",
        "300",
        "--lines",
        "2",
        "--threads",
        "1",
    ]);
    assert!(text.starts_with("White to move, 2,176 moves\n"), "{text}");
    assert_eq!(text.matches('♕').count(), 8, "two boards of four: {text}");
    let line = text.lines().find(|line| line.starts_with("  2 "));
    let second = words(line.expect("two boards and a second line"));
    assert!(text.contains(" a  b  c  d  e  f  g  h  i  j "), "{text}");
    assert!(text.contains("300 visits, "), "{text}");
    assert!(!text.contains('\x1b'), "no colours in a file");
    assert_eq!(second[0], "2");

    let over = printed(&["analyze", "--fen", "Q1*q/**** b"]);
    assert!(over.starts_with("Black has no move, White won"), "{over}");
}

#[test]
fn one_is_no_plural() {
    let text = printed(&["analyze", "--fen", "Q2*q w", "--visits", "5"]);
    assert!(text.starts_with("White to move, 4 moves\n"), "{text}");
    let text = printed(&["analyze", "--fen", "Q1q w", "--visits", "5"]);
    assert!(text.starts_with("White to move, 1 move\n"), "{text}");
    let file = scratch("plural").join("game.json");
    // The name that positions have elsewhere.
    fs::write(&file, r#"{"fen":"Q1q w","moves":["a1-b1/a1"]}"#).unwrap();
    let file = file.to_str().unwrap();
    let text = printed(&["analyze", "--game", file, "--visits", "5"]);
    assert!(text.starts_with("At ply 1: Black has no move"), "{text}");
    let said = refused(&["analyze", "--game", file, "--ply", "2"]);
    assert!(said.contains("has 1 ply, not 2"), "{said}");
}

#[test]
fn weights_that_cannot_be_written_are_not_fitted() {
    let folder = scratch("tune");
    let games = folder.join("games.jsonl");
    let games = games.to_str().unwrap();
    printed(&[
        "tune", "generate", "--games", "2", "--visits", "1", "--file", games,
    ]);
    let written = fs::read(games).unwrap();
    let fit = ["tune", "fit", "--epochs", "1", "--data", games, "--out"];
    for out in ["/no/such/folder/weights", games] {
        // Nothing is printed: the work has not begun.
        let said = refused(&[&fit[..], &[out]].concat());
        assert!(said.contains(out), "{said}");
    }
    assert_eq!(fs::read(games).unwrap(), written);
    let out = folder.join("weights.txt");
    fs::write(&out, "x".repeat(1 << 20)).unwrap();
    printed(&[&fit[..], &[out.to_str().unwrap()]].concat());
    let weights = fs::read_to_string(&out).unwrap();
    assert!(weights.starts_with("# The evaluation's network"));
    assert!(!weights.contains("xx"));
}

#[test]
fn analyze_reads_games() {
    let folder = scratch("game");
    let file = folder.join("game.txt");
    fs::write(&file, "d1-d7/g7 a7-b8/c8\ng1-g7/d7\n").unwrap();
    let file = file.to_str().unwrap();
    let head = |options: &[&str]| {
        let all = [&["analyze", "--game", file, "--visits", "20"], options].concat();
        printed(&all).lines().next().unwrap().to_string()
    };
    assert!(head(&[]).starts_with("At ply 2: White to move, "));
    assert!(head(&["--ply", "1"]).starts_with("At ply 1: Black to move, "));
    assert_eq!(head(&["--ply", "0"]), "White to move, 2,176 moves");
    assert!(head(&["--number", "2"]).starts_with("At ply 1: Black to move, "));
    assert!(refused(&["analyze", "--game", file, "--ply", "3"]).contains("2 plies, not 3"));
    assert!(refused(&["analyze", "--game", file, "--number", "3"]).contains("no game 3"));
}

#[test]
fn the_engine_plays_a_program() {
    let file = scratch("engine").join("match.jsonl");
    let file = file.to_str().unwrap();
    let program = format!(
        "cmd:'{}' ugi --threads 1 --memory 16",
        env!("CARGO_BIN_EXE_amazons")
    );
    let said = printed(&[
        "match",
        "visits=8,memory=16",
        &program,
        "--games",
        "2",
        "--jobs",
        "1",
        "--time",
        "5ms",
        "--file",
        file,
    ]);
    let games = games(Path::new(file));
    assert_eq!(games.len(), 2, "{said}");
    for game in &games {
        assert_eq!(game["ending"], "no_move", "{said}");
        assert!(game["forfeit"].is_null(), "{said}");
    }
}

fn scratch(name: &str) -> PathBuf {
    program::scratch("program", name)
}

fn moves(game: &serde_json::Value) -> Vec<&str> {
    let moves = game["moves"].as_array().unwrap();
    moves.iter().map(|m| m.as_str().unwrap()).collect()
}

#[test]
fn a_match_is_played_saved_and_goes_on() {
    let folder = scratch("match");
    let play = |file: &str, games: &str, jobs: &str| {
        let file = folder.join(file);
        let file = file.to_str().unwrap();
        let options = [
            "--games", games, "--jobs", jobs, "--visits", "20", "--file", file,
        ];
        printed(&[&["match", "uct", "random"], &options[..]].concat())
    };
    play("at once", "6", "2");
    play("in two parts", "3", "1");
    // Killed while it wrote a game.
    let cut = folder.join("in two parts");
    let mut text = fs::read_to_string(&cut).unwrap();
    text.truncate(text.len() - 40);
    fs::write(&cut, text).unwrap();
    let printed = play("in two parts", "6", "2");
    assert!(printed.contains("2 games were played before"), "{printed}");
    assert!(
        printed.lines().last().unwrap().contains(" of 6, "),
        "{printed}"
    );

    let [at_once, in_parts] = ["at once", "in two parts"].map(|file| games(&folder.join(file)));
    assert_eq!(at_once.len(), 6);
    for (number, (one, other)) in at_once.iter().zip(&in_parts).enumerate() {
        assert_eq!(one["number"], number);
        assert_eq!(one["white"], number % 2);
        assert_eq!(one["moves"], other["moves"], "a seed is a game");
        let mut game = Position::start();
        for m in moves(one) {
            game.play(m.parse().unwrap()).unwrap();
        }
        let winner = game.outcome().unwrap().winner.to_string();
        assert_eq!(one["winner"], winner.to_lowercase());
        assert_eq!(one["tags"]["White"], ["uct", "random"][number % 2]);
    }
    for pair in at_once.chunks(2) {
        let [one, other] = [&pair[0], &pair[1]].map(moves);
        assert_eq!(one[..4], other[..4], "one opening a pair");
        assert_ne!(one, other);
    }
}
