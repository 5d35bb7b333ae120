//! Programs in `amazons match` that do what programs do: they cheat, crash, hang and talk without end.
#![cfg(unix)]

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;

use program::{games, printed, refused};

fn scratch(name: &str) -> PathBuf {
    program::scratch("misbehaviour", name)
}

/// How long past its limit a program is waited for that is to answer, on however busy a machine; and one that is not.
const PATIENT: &str = "60s";
const IMPATIENT: &str = "300ms";

/// Plays two games of a program, a shell script that answers `go` with `answer`, against `random`.
fn two_games(name: &str, answer: &str, time: &str, grace: &str) -> (Vec<Value>, String) {
    let script = format!(
        "while read -r word rest; do case $word in\nuci) echo uciok;;\nisready) echo readyok;;\n\
         go) {answer};;\nquit) exit;;\nesac; done\n"
    );
    two_games_of(name, &script, time, grace)
}

fn two_games_of(name: &str, script: &str, time: &str, grace: &str) -> (Vec<Value>, String) {
    let folder = scratch(name);
    let program = folder.join("program.sh");
    fs::write(&program, script).unwrap();
    let file = folder.join("match.jsonl");
    let text = printed(&[
        "match",
        &format!("cmd:sh \"{}\"", program.display()),
        "random",
        "--games",
        "2",
        "--jobs",
        "1",
        "--time",
        time,
        "--grace",
        grace,
        "--file",
        file.to_str().unwrap(),
    ]);
    let games = games(&file);
    assert_eq!(games.len(), 2, "the match goes on");
    for game in &games {
        let white = game["white"].as_u64().unwrap() as usize;
        assert_eq!(game["winner"], ["black", "white"][white]);
    }
    assert!(
        text.contains("A: ") && text.contains(" 2 games forfeited"),
        "{text}"
    );
    (games, text)
}

fn assert_all(games: &[Value], kind: &str) {
    for game in games {
        assert_eq!(game["forfeit_kind"], kind, "{game}");
    }
}

#[test]
fn who_is_too_slow_for_the_clock_loses() {
    let (games, text) = two_games(
        "slow",
        "sleep 0.2; echo bestmove d1d2,d2d3",
        "100ms+1ms",
        PATIENT,
    );
    assert_all(&games, "time");
    assert!(
        text.contains("2 games forfeited: losses on time 2"),
        "{text}"
    );
    assert_eq!(games[0]["ending"], "time");
}

#[test]
fn who_hangs_loses_and_takes_its_children_along() {
    let folder = scratch("children");
    let mark = folder.join("mark");
    // The child says that it lives for as long as it does.
    let answer = format!(
        "(while :; do date +%s%N > '{}'; sleep 0.05; done) & wait",
        mark.display()
    );
    let (games, _) = two_games("hang", &answer, "10ms", IMPATIENT);
    assert_all(&games, "hang");
    let begin = Instant::now();
    let mut last = fs::read(&mark).unwrap();
    loop {
        std::thread::sleep(Duration::from_millis(300));
        let now = fs::read(&mark).unwrap();
        if now == last {
            break;
        }
        last = now;
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "a child lives on"
        );
    }
}

#[test]
fn who_crashes_loses() {
    let (games, text) = two_games("crash", "kill -9 $$", "10ms", PATIENT);
    assert_all(&games, "crash");
    assert!(text.contains("crashes 2"), "{text}");
    assert!(games[0]["forfeit"].as_str().unwrap().contains("signal: 9"));
}

#[test]
fn who_cheats_loses() {
    for (name, answer) in [
        ("other side", "echo bestmove a7a8,a8a7; sleep 1"),
        ("over an arrow", "echo bestmove a4a9,a9a4"),
        ("no words", "echo bestmove ; echo bestmove d1d2,d2d1"),
    ] {
        let (games, _) = two_games(name, answer, "10ms", PATIENT);
        // Black's amazon may move when the program has Black.
        assert_eq!(games[0]["forfeit_kind"], "illegal", "{name}: {}", games[0]);
        assert!(!games[1]["forfeit_kind"].is_null(), "{name}: {}", games[1]);
    }
}

#[test]
fn who_answers_before_it_is_asked_is_not_heard() {
    // It answers what it was not asked, and not what it was.
    let (games, _) = two_games_of(
        "early",
        "echo uciok; while read -r word rest; do case $word in\n\
         isready) echo bestmove d1d2,d2d1; echo readyok;; quit) exit;; esac; done\n",
        "10ms",
        IMPATIENT,
    );
    assert_all(&games, "hang");
}

#[test]
fn who_talks_without_end_or_does_not_listen_loses() {
    let (games, _) = two_games("flood", "yes | tr -d '\\n'", "10ms", IMPATIENT);
    assert_all(&games, "hang");
    let (games, _) = two_games("deaf", "sleep 100", "10ms", IMPATIENT);
    assert_all(&games, "hang");
}

fn assert_forfeits(games: &[Value], how: &str) {
    for game in games {
        let forfeit = game["forfeit"].as_str().unwrap();
        assert!(forfeit.contains(how), "{forfeit}");
    }
}

#[test]
fn an_illegal_move_loses() {
    assert_forfeits(
        &two_games("illegal", "echo bestmove a1a2,a2a3", "10ms", PATIENT).0,
        "illegal move: a1-a2/a3",
    );
}

#[test]
fn no_move_loses() {
    assert_forfeits(
        &two_games("no move", "echo bestmove '(none)'", "10ms", PATIENT).0,
        "illegal move",
    );
    assert_forfeits(
        &two_games("bare word", "echo bestmove", "10ms", PATIENT).0,
        "illegal move",
    );
}

#[test]
fn who_ends_loses() {
    assert_forfeits(
        &two_games("end", "exit 3", "10ms", PATIENT).0,
        "crash: exit status: 3",
    );
}

#[test]
fn who_says_nothing_loses() {
    assert_forfeits(
        &two_games("silent", ":", "10ms", IMPATIENT).0,
        "no answer in time",
    );
}

#[test]
fn endless_talk_loses() {
    assert_forfeits(
        &two_games("talk", "while echo info; do :; done", "10ms", IMPATIENT).0,
        "no answer in time",
    );
}

#[test]
fn a_program_that_is_not_there_is_no_match() {
    let file = scratch("missing").join("match.jsonl");
    let said = refused(&[
        "match",
        "cmd:/no/such/program",
        "random",
        "--file",
        file.to_str().unwrap(),
    ]);
    assert!(said.contains("/no/such/program"), "{said}");
    assert!(!file.exists(), "a match that never began left a file");
}
