//! The library against data made by an independent program (`tests/data/README.md`).
//!
//! `AMAZONS_REFERENCE_DATA` names another folder with files of the same kinds; see `tests/common/data.rs`.

mod common;

use std::fs;
use std::path::PathBuf;

use amazons::territory::{self, DistanceMap};
use amazons::{Color, Move, Position, endgame, perft, perft_divide};
use common::brute::Brute;
use common::data::{FILES, Folder, Line, Object, parse, same, say};
use common::plain_moves::PlainBoard;

/// Lines of more nodes are left to [`perft_large`].
const PERFT_NODES: u64 = 100_000_000;

#[test]
fn perft_small() {
    let mut left_out = 0;
    Folder::of_this_run().for_each_object("perft.jsonl", |line| {
        if line.number("nodes")? > PERFT_NODES {
            left_out += 1;
            return Ok(());
        }
        check_perft(line)
    });
    if left_out > 0 {
        say(&format!(
            "skipped: {left_out} perft lines of more than {PERFT_NODES} nodes (cargo test --release --test reference -- --ignored)"
        ));
    }
}

#[test]
#[ignore = "ten thousand million nodes: cargo test --release --test reference -- --ignored"]
fn perft_large() {
    Folder::of_this_run().for_each_object("perft.jsonl", |line| {
        if line.number("nodes")? > PERFT_NODES {
            check_perft(line)?;
        }
        Ok(())
    });
}

fn check_perft(line: &Object) -> Result<(), String> {
    let position = line.position()?;
    let nodes = line.number("nodes")?;
    let depth = u32::try_from(line.number("depth")?).map_err(|_| "malformed: depth")?;
    same("perft", perft(&position, depth), nodes)?;
    if nodes < PERFT_NODES / 10 {
        if depth > 0 {
            let divided = perft_divide(&position, depth);
            same("perft_divide", divided.iter().map(|(_, n)| n).sum(), nodes)?;
        }
        same("plain", PlainBoard::new(&position).perft(depth), nodes)?;
    }
    Ok(())
}

#[test]
fn rules() {
    Folder::of_this_run().for_each_object("rules.jsonl", |line| {
        let before = line.position()?;
        let text = line.text("move")?;
        let legal = line.truth("legal")?;
        // Squares off the board and missing arrows are no moves at all.
        let Ok(m) = text.parse::<Move>() else {
            return same(&format!("{text} can't be read, legal"), legal, false);
        };
        same(&format!("is_legal({m})"), before.is_legal(m), legal)?;
        same("listed", before.legal_moves().contains(&m), legal)?;
        let mut position = before;
        let played = position.play(m);
        same(&format!("played {m}"), played.is_ok(), legal)?;
        let Ok(()) = played else {
            same("after null", line.value("after")?.is_null(), true)?;
            return same("position after a refused move", position, before);
        };
        let after = line.text("after")?;
        same(
            "after",
            first_fields(&position.to_string()),
            first_fields(after),
        )?;
        let read: Position = parse(after)?;
        same("after", position, read)?;
        same("hash", position.zobrist_hash(), read.zobrist_hash())?;
        position.undo(m).map_err(|error| error.to_string())?;
        same("taken back", position, before)
    });
}

/// The board and the side to move; the other fields of a FEN are no part of the position.
fn first_fields(fen: &str) -> Vec<&str> {
    fen.split_whitespace().take(2).collect()
}

#[test]
fn games() {
    Folder::of_this_run().for_each_object("games.jsonl", |line| {
        let moves = line.moves("moves")?;
        same("plies", moves.len() as u64, line.number("plies")?)?;
        let winner = color(line.text("result")?)?;
        let found = replay(&moves)?.outcome().map(|outcome| outcome.winner);
        same("winner", found, Some(winner))
    });
}

#[test]
fn games_human() {
    let mut finished = 0;
    Folder::of_this_run().for_each_line("games_human.txt", |line| {
        let moves: Vec<Move> = line
            .text
            .split_whitespace()
            .map(parse)
            .collect::<Result<_, _>>()?;
        same("no moves", moves.is_empty(), false)?;
        let end = replay(&moves)?;
        finished += u32::from(end.outcome().is_some());
        Ok(())
    });
    if Folder::of_this_run().is_own() {
        assert!(finished > 0, "no game was played to its end");
    }
}

/// Plays a game from the standard start and takes it back again. The game may not go on after its end.
fn replay(moves: &[Move]) -> Result<Position, String> {
    let mut position = Position::start();
    let mut seen = vec![position];
    for (ply, &m) in (1..).zip(moves) {
        let played = position.play(m);
        played.map_err(|error| format!("ply {ply}, {m}: {error}"))?;
        seen.push(position);
    }
    let end = position;
    let plies = moves.len() as u32;
    same("burnt squares", end.burnt().count(), plies)?;
    for (&m, &before) in moves.iter().rev().zip(seen.iter().rev().skip(1)) {
        position.undo(m).map_err(|error| error.to_string())?;
        same("taken back", position, before)?;
        same("hash", position.zobrist_hash(), before.zobrist_hash())?;
    }
    Ok(end)
}

#[test]
fn distances() {
    Folder::of_this_run().for_each_object("distances.jsonl", |line| {
        let position = line.position()?;
        let evaluation = territory::evaluate(&position);
        for (color, queen, king) in [(Color::White, "d1w", "d2w"), (Color::Black, "d1b", "d2b")] {
            let queen_map = territory::queen_distances(&position, color);
            let king_map = territory::king_distances(&position, color);
            same(queen, on_board(&position, &queen_map), line.bytes(queen)?)?;
            same(king, on_board(&position, &king_map), line.bytes(king)?)?;
            same(queen, evaluation.queen_distances[color.index()], queen_map)?;
            same(king, evaluation.king_distances[color.index()], king_map)?;
        }
        for (name, found) in [
            ("t1", &evaluation.queen_race),
            ("t2", &evaluation.king_race),
        ] {
            let expected = line.object(name)?;
            same(name, u64::from(found.win), expected.number("win")?)?;
            same(name, u64::from(found.loss), expected.number("loss")?)?;
            same(name, u64::from(found.tie), expected.number("tie")?)?;
        }
        for (name, found) in [
            ("c1", evaluation.queen_nearness),
            ("c2", evaluation.king_lead),
            ("w", evaluation.contested),
        ] {
            let expected = line.real(name)?;
            if (found - expected).abs() > 1e-9 {
                return Err(format!("{name} is {found}, not {expected}"));
            }
        }
        Ok(())
    });
}

/// The distances of the board's squares, row by row from a1, 255 for unreachable.
fn on_board(position: &Position, map: &DistanceMap) -> Vec<u8> {
    let squares = position.squares().iter();
    squares.map(|square| map.at(square)).collect()
}

/// More search than any reference position needs.
const WORK: u64 = 1_000_000;

#[test]
fn fill() {
    Folder::of_this_run().for_each_object("fill.jsonl", |line| {
        let position = line.position()?;
        let side = color(line.text("side")?)?;
        let moves = line.number("max_moves")?;
        same(
            "empties",
            u64::from(position.empty().count()),
            line.number("all_empties")?,
        )?;
        check_fill(&position, side, moves)
    });
}

/// The longest sequence of moves of a side with nobody else moving, played through.
fn check_fill(position: &Position, side: Color, moves: u64) -> Result<(), String> {
    let bounds = endgame::fill_bounds(position, side);
    let between = u64::from(bounds.at_least)..=u64::from(bounds.at_most);
    same(
        &format!("{moves} within {bounds:?}"),
        between.contains(&moves),
        true,
    )?;
    let fill = endgame::longest_fill(position, side, WORK).ok_or("the fill is not found")?;
    same(&format!("{side}'s fill"), fill.moves.len() as u64, moves)?;
    let mut alone = *position;
    for m in fill.moves {
        alone = alone.with_turn(side);
        alone.play(m).map_err(|error| format!("{m}: {error}"))?;
    }
    // Not even one more can follow.
    same("has a move left", alone.with_turn(side).has_move(), false)
}

#[test]
fn separated() {
    Folder::of_this_run().for_each_object("separated.jsonl", |line| {
        let position = line.position()?;
        same("separated", endgame::is_separated(&position), true)?;
        let totals = endgame::separated_totals(&position, WORK).ok_or("not counted")?;
        same(
            "white_moves",
            u64::from(totals.white),
            line.number("white_moves")?,
        )?;
        same(
            "black_moves",
            u64::from(totals.black),
            line.number("black_moves")?,
        )?;
        check_fill(&position, Color::White, u64::from(totals.white))?;
        check_fill(&position, Color::Black, u64::from(totals.black))?;
        let winner = totals.winner(position.turn());
        same(
            "to_move_wins",
            winner == position.turn(),
            line.truth("to_move_wins")?,
        )?;
        same(
            "winner",
            endgame::separated_winner(&position, WORK),
            Some(winner),
        )?;
        let parts = endgame::parts(&position);
        let live: u32 = parts.iter().map(|part| part.empty().count()).sum();
        same("live", u64::from(live), line.number("live")?)?;
        for (color, name) in [(Color::White, "white_parts"), (Color::Black, "black_parts")] {
            let own = parts.iter().filter(|part| part.owner() == Some(color));
            let mut found: Vec<[u64; 2]> = own
                .map(|part| [part.amazons(color).count(), part.empty().count()].map(u64::from))
                .collect();
            found.sort_unstable();
            same(name, found, amazons_and_empties(line, name)?)?;
        }
        Ok(())
    });
}

/// A list of [amazons, empty squares, moves], without the moves, in order.
fn amazons_and_empties(line: &Object, name: &str) -> Result<Vec<[u64; 2]>, String> {
    let mut parts = Vec::new();
    for part in line.list(name)? {
        let number = |index: usize| part.get(index).and_then(|value| value.as_u64());
        match [number(0), number(1)] {
            [Some(amazons), Some(empties)] => parts.push([amazons, empties]),
            _ => return Err(format!("malformed: {name}")),
        }
    }
    parts.sort_unstable();
    Ok(parts)
}

/// Positions in which no empty square is open to both sides, and yet their totals may name the wrong winner.
#[test]
fn loose() {
    Folder::of_this_run().for_each_object("loose.jsonl", |line| {
        let position = line.position()?;
        same("separated", endgame::is_separated(&position), false)?;
        same("winner", endgame::separated_winner(&position, WORK), None)?;
        check_fill(&position, Color::White, line.number("white_alone")?)?;
        check_fill(&position, Color::Black, line.number("black_alone")?)?;
        let mut brute = Brute::default();
        let wins = brute.mover_wins(&position);
        same("to_move_wins", wins, line.truth("to_move_wins")?)?;
        let mut winning = line.moves("winning_moves")?;
        winning.sort_unstable();
        same("winning_moves", brute.winning_moves(&position), winning)
    });
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(format!("malformed: {text} is no side")),
    }
}

/// What is promised of the folder itself.
mod folder {
    use super::*;

    fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        for (name, text) in files {
            fs::write(path.join(name), text).unwrap();
        }
        path
    }

    #[test]
    fn own_files_are_complete() {
        let folder = Folder::of_this_run();
        if folder.is_own() {
            for (name, count) in FILES {
                let lines = folder.lines(name).unwrap().map(|lines| lines.len());
                assert_eq!(lines, Some(count), "{name}");
            }
        }
    }

    #[test]
    fn one_known_file_is_enough_and_others_are_ignored() {
        let path = scratch("one file", &[("perft.jsonl", "{}\n"), ("other.jsonl", "?")]);
        let folder = Folder::open(&path).unwrap();
        assert_eq!(folder.lines("perft.jsonl").unwrap().unwrap().len(), 1);
        assert!(folder.lines("rules.jsonl").unwrap().is_none());
        folder.for_each_object("rules.jsonl", |_| Err("read a missing file".into()));
    }

    #[test]
    fn a_folder_without_a_known_file_fails() {
        let path = scratch("no file", &[("other.jsonl", "{}\n")]);
        assert!(Folder::open(&path).is_err());
        assert!(Folder::open(&path.join("missing")).is_err());
    }

    #[test]
    fn an_empty_file_fails() {
        let path = scratch("empty file", &[("perft.jsonl", "")]);
        assert!(Folder::open(&path).unwrap().lines("perft.jsonl").is_err());
    }

    #[test]
    #[should_panic(expected = "1 of 2 lines fail")]
    fn a_bad_line_fails() {
        let good = r#"{"fen":"1q1/3/1Q1 w","depth":0,"nodes":1}"#;
        let path = scratch("bad line", &[("perft.jsonl", &format!("{good}\n{{\n"))]);
        let folder = Folder::open(&path).unwrap();
        folder.for_each_object("perft.jsonl", check_perft);
    }

    #[test]
    fn malformed_lines_are_no_objects_of_their_kind() {
        let fault = |text: &str| {
            let line = Line {
                place: String::new(),
                text: text.into(),
            };
            line.object().and_then(|line| check_perft(&line))
        };
        fault(r#"{"fen":"1q1/3/1Q1 w","depth":1,"nodes":29,"more":[]}"#).unwrap();
        for text in [
            "",
            "[]",
            r#"{"fen":"1q1/3/1Q1 w","depth":1}"#,
            r#"{"fen":"1q1/3/1Q1 w","depth":"1","nodes":29}"#,
            r#"{"fen":"1q1/3/1Q1 w","depth":-1,"nodes":29}"#,
            r#"{"fen":"1q1/3/1Q1 w","depth":4294967297,"nodes":29}"#,
            r#"{"fen":"1q1/3/2Q1 w","depth":1,"nodes":29}"#,
            r#"{"fen":"1q1/3/1Q1 w","depth":1,"nodes":29"#,
        ] {
            let fault = fault(text).unwrap_err();
            assert!(fault.starts_with("malformed"), "{text}: {fault}");
        }
        assert!(fault(r#"{"fen":"1q1/3/1Q1 w","depth":1,"nodes":28}"#).is_err());
    }
}
