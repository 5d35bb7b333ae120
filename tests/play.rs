//! `amazons play`, from outside: a dialogue through pipes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use amazons::notation::Format;
use amazons::{Book, Color, Ending, Game, Level, Move, Position};

/// What the program answers to lines of input, with a weak and quick engine.
fn dialogue(arguments: &[&str], lines: &[&str]) -> String {
    dialogue_with(&[&["--visits", "30"], arguments].concat(), lines)
}

fn dialogue_with(arguments: &[&str], lines: &[impl AsRef<[u8]>]) -> String {
    let fixed = ["play", "--threads", "1", "--memory", "32"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_amazons"))
        .args(fixed)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        input.write_all(line.as_ref()).unwrap();
        input.write_all(b"\n").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// The moves that the engine is said to have played.
fn answers(said: &str) -> Vec<Move> {
    let said = said.replace("Black plays ", "White plays ");
    let after = said.split("White plays ").skip(1);
    after
        .map(|rest| rest.split_whitespace().next().unwrap().parse().unwrap())
        .collect()
}

#[test]
fn the_engine_answers_moves_in_every_form() {
    for typed in ["d1-d7/g7", "D1-D7xG7", "d1d7,d7g7", "d1d7g7", "d1-d7 (g7)"] {
        let said = dialogue(&[], &[typed, "moves", "quit"]);
        let [answer] = answers(&said)[..] else {
            panic!("{said}");
        };
        let mut position = Position::start();
        position.play("d1-d7/g7".parse().unwrap()).unwrap();
        assert!(position.is_legal(answer), "{answer}");
        assert!(said.contains(&format!("1. d1-d7/g7 {answer}")), "{said}");
    }
}

#[test]
fn black_sits_at_its_own_side_and_the_engine_begins() {
    let said = dialogue(&["--side", "black"], &["board"]);
    assert_eq!(answers(&said).len(), 1);
    assert!(said.contains("     j  i  h  g  f  e  d  c  b  a"), "{said}");
    let flipped = dialogue(&["--side", "black"], &["flip"]);
    assert!(flipped.contains("     a  b  c"), "{flipped}");
}

#[test]
fn undo_takes_back_to_the_users_last_turn() {
    let said = dialogue(&[], &["d1-d7/g7", "undo", "fen", "undo"]);
    assert!(
        said.contains("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
        "{said}"
    );
    assert!(said.contains("no move to take back"), "{said}");
    let said = dialogue(&["--side", "black"], &["undo"]);
    assert!(said.contains("no move to take back"), "{said}");
    let said = dialogue(&["--side", "both"], &["d1-d7/g7", "undo", "fen"]);
    assert!(
        said.contains("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
        "{said}"
    );
}

#[test]
fn a_resignation_ends_the_game_and_can_be_taken_back() {
    let said = dialogue(
        &[],
        &["resign", "d1-d7/g7", "hint", "resign", "undo", "d1-d7/g7"],
    );
    assert!(said.contains("Black won: White resigned."), "{said}");
    assert_eq!(
        said.matches("Not done: the game is over.").count(),
        3,
        "{said}"
    );
    assert_eq!(answers(&said).len(), 1);
}

#[test]
fn faults_are_told_and_lose_nothing() {
    let said = dialogue(
        &["--side", "both"],
        &[
            "d1-d7/g7",
            "d1-d2/d3",
            "castle",
            "undo 3",
            "fen 1/2",
            "save",
            "load /no/such/file",
            "moves",
        ],
    );
    for told in [
        "no amazon of the side to move on d1",
        "Neither a command (see help) nor a move",
        "undo stands alone",
        "No FEN",
        "save needs the name",
        "/no/such/file",
        "1. d1-d7/g7",
    ] {
        assert!(said.contains(told), "{told} in {said}");
    }
}

#[test]
fn a_position_is_set_up_hinted_scored_and_played_to_its_end() {
    let said = dialogue(
        &["--side", "both"],
        &[
            "fen Q1*1q/1***1 w",
            "score",
            "hint",
            "a2-b2/a2",
            "e2-d2/e2",
            "b2-a1/b2",
            "d2-e1/d2",
            "board",
        ],
    );
    assert!(
        said.contains("Moves left: White 2, Black 2; Black wins with 0 to spare."),
        "{said}"
    );
    assert!(said.contains("White would win 0.0%"), "{said}");
    assert!(said.contains("Black won: White has no move."), "{said}");
    let said = dialogue(&[], &["score"]);
    assert!(said.contains("of 92 empty ones"), "{said}");
}

#[test]
fn a_game_is_saved_once_and_gone_on_with() {
    for name in ["play.sgf", "play.json", "play.txt"] {
        let path = scratch(name);
        let file = path.to_str().unwrap();
        let save = format!("save {file}");
        let said = dialogue(
            &["--side", "both"],
            &["d1-d7/g7", &save, "a7-b8/c8", &save, "resign", &save],
        );
        assert_eq!(said.matches("Saved in").count(), 3, "{said}");
        let text = fs::read_to_string(&path).unwrap();
        let game = Format::detect(&text).unwrap().read(&text).unwrap();
        assert_eq!((game.len(), game.ending()), (2, Ending::Resignation));
        assert_eq!(game.winner(), Some(Color::Black));
        // Somebody else's file stays as it is.
        let said = dialogue(&["--side", "both"], &[&save]);
        assert!(said.contains("Not done:") && said.contains(file), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        let said = dialogue(&["--side", "both", "--game", file], &["moves"]);
        assert!(said.contains("1. d1-d7/g7 a7-b8/c8"), "{said}");
    }
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let said = dialogue(&["--side", "none", "--fen", "1q1/3/1Q1 w"], &[]);
    let start: Position = "1q1/3/1Q1 w".parse().unwrap();
    let game = Game::from_moves(start, answers(&said)).unwrap();
    let winner = game.winner().unwrap();
    assert!(
        said.contains(&format!("{winner} won: {} has no move.", !winner)),
        "{said}"
    );
}

#[test]
fn the_engine_plays_at_levels() {
    let lines = ["level 13", "d1-d7/g7", "level 3", "undo", "d1-d7/g7"];
    let said = dialogue_with(&["--level", "1"], &lines);
    assert_eq!(answers(&said).len(), 2, "{said}");
    assert!(said.contains("a level is a number from 1 to 12."), "{said}");
    assert!(said.contains("Level 3 from now on."), "{said}");
    let again = dialogue_with(&["--level", "3"], &["d1-d7/g7"]);
    assert_eq!(
        answers(&said)[1],
        answers(&again)[0],
        "a level is an opponent"
    );
}

#[test]
fn a_line_that_is_no_text_is_told_and_loses_nothing() {
    let long = vec![b'x'; (1 << 20) + 1];
    let lines: [&[u8]; 5] = [b"d1-d7/g7", b"\xFF\xFE", &long, b"d1-d7\0/g7", b"moves"];
    let said = dialogue_with(&["--side", "both"], &lines);
    assert_eq!(said.matches("Neither a command").count(), 2, "{said}");
    assert!(said.contains("The line is too long."), "{said}");
    assert!(said.contains("1. d1-d7/g7"), "{said}");
}

#[test]
fn help_knows_all_levels() {
    let strongest = Level::STRONGEST;
    let said = dialogue(&[], &["help"]);
    assert!(said.contains("d1-d7/g7    play a move"), "{said}");
    assert!(said.contains(&format!("1 to {strongest}\n")), "{said}");
    let help = Command::new(env!("CARGO_BIN_EXE_amazons"))
        .args(["play", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let told = format!("1 (a beginner) to {strongest}");
    assert!(help.contains(&told), "{help}");
}

#[test]
fn the_engine_plays_out_of_its_book_when_asked_to() {
    // A search so long is not waited for.
    let long = ["--time", "1000s", "--side", "black", "--book"];
    let said = dialogue_with(&long, &["quit"]);
    let [answer] = answers(&said)[..] else {
        panic!("{said}");
    };
    let moves = Book::builtin().moves(&Position::start());
    assert!(moves.iter().any(|known| known.m == answer), "{answer}");
    // Where the book ends, and for an opponent of a level, it is thought.
    let lines = ["d1-d2/d1", "level 2", "undo", "new", "g1-g2/g1"];
    let said = dialogue(&["--book"], &lines);
    assert_eq!(answers(&said).len(), 2, "{said}");
}
