//! `amazons match`: clocks, openings, sequential tests and reports.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use amazons::{Book, Position};
use serde_json::Value;

use program::{games, printed, refused};

fn scratch(name: &str) -> PathBuf {
    program::scratch("matches", name)
}

const SMALL: &str = "1q2q1/6/q4q/Q4Q/6/1Q2Q1 w";

#[test]
fn a_match_ends_when_the_test_is_decided() {
    let file = scratch("sprt").join("match.jsonl");
    let file = file.to_str().unwrap();
    let play = |games: &str| {
        printed(&[
            "match",
            "visits=30,memory=8",
            "random",
            "--fen",
            SMALL,
            "--games",
            games,
            "--sprt",
            "-100,100",
            "--jobs",
            "1",
            "--file",
            file,
        ])
    };
    let text = play("400");
    assert!(
        text.contains("SPRT of Elo -100 against 100: ratio +"),
        "{text}"
    );
    assert!(text.contains("Elo 100 it is"), "{text}");
    let decided = games(Path::new(file)).len();
    assert!((4..60).contains(&decided), "{decided} games");
    // Asked again, there is nothing to play.
    play("400");
    assert_eq!(games(Path::new(file)).len(), decided);
}

#[test]
fn the_result_follows_from_the_file_alone() {
    let file = scratch("report").join("match.jsonl");
    let name = file.to_str().unwrap();
    let played = printed(&[
        "match",
        "visits=5,memory=8",
        "random",
        "--fen",
        SMALL,
        "--games",
        "6",
        "--file",
        name,
    ]);
    let reported = printed(&["match", "--report", "--file", name]);
    let last = |text: &str| {
        text.lines()
            .rev()
            .take(3)
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert_eq!(last(&played), last(&reported));
    // The result is the games', whatever else a line claims.
    let text = fs::read_to_string(&file).unwrap();
    let first = text.lines().next().unwrap();
    let mut entry: Value = serde_json::from_str(first).unwrap();
    let other = ["black", "white"][usize::from(entry["winner"] == "black")];
    entry["winner"] = other.into();
    fs::write(&file, format!("{entry}\n")).unwrap();
    let said = refused(&["match", "--report", "--file", name]);
    assert!(said.contains("line 1"), "{said}");
    // A game counts once.
    fs::write(&file, format!("{first}\n{first}\n")).unwrap();
    let said = refused(&["match", "--report", "--file", name]);
    assert!(said.contains("line 2"), "{said}");
    refused(&["match", "--report", "--file", "/no/such/file"]);
    refused(&["match", "--file", name]);
}

#[test]
fn openings_come_from_a_file() {
    let folder = scratch("openings");
    let openings = folder.join("openings.txt");
    let lines = [
        "d1-d7/g7 a7-a8/a7",
        "a4-c4/a4",
        "g1-g6/c6 d10-d8/d7 j4-h4/h8",
    ];
    fs::write(&openings, lines.join("\n")).unwrap();
    let file = folder.join("match.jsonl");
    printed(&[
        "match",
        "random",
        "random",
        "--games",
        "8",
        "--openings",
        openings.to_str().unwrap(),
        "--file",
        file.to_str().unwrap(),
    ]);
    for (number, game) in games(&file).iter().enumerate() {
        let opening: Vec<&str> = lines[number / 2 % 3].split(' ').collect();
        assert_eq!(game["opening"], opening.len());
        for (nth, m) in opening.iter().enumerate() {
            assert_eq!(game["moves"][nth], *m);
        }
    }
    fs::write(&openings, "no game\n").unwrap();
    let path = openings.to_str().unwrap();
    refused(&["match", "random", "random", "--openings", path]);
}

#[test]
fn games_are_played_by_the_clock() {
    let file = scratch("clock").join("match.jsonl");
    let text = printed(&[
        "match",
        "memory=8",
        "memory=8,ponder=true",
        "--games",
        "2",
        "--jobs",
        "1",
        "--time",
        "1s+10ms",
        "--file",
        file.to_str().unwrap(),
    ]);
    for game in games(&file) {
        assert_eq!(
            game["match"]["clock"],
            serde_json::json!([1000, 10]),
            "{text}"
        );
        let seconds = game["seconds"].as_array().unwrap();
        let chosen = game["chosen"].as_array().unwrap();
        for (taken, moves) in seconds.iter().zip(chosen) {
            // What a side that has not lost on time may take at most.
            let most = 1.0 + 0.01 * moves.as_f64().unwrap();
            assert!(
                taken.as_f64().unwrap() <= most || game["forfeit_kind"] == "time",
                "{game}"
            );
        }
    }
}

#[test]
fn levels_play_each_other() {
    let file = scratch("levels").join("match.jsonl");
    let play = || {
        let _ = fs::remove_file(&file);
        printed(&[
            "match",
            "level=2",
            "level=1",
            "--games",
            "2",
            "--file",
            file.to_str().unwrap(),
        ]);
        games(&file)
            .into_iter()
            .map(|game| game["moves"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(play(), play(), "a seed is a game");
}

#[test]
fn a_file_of_something_else_stays_as_it_is() {
    let folder = scratch("foreign");
    let foreign: [&[u8]; 6] = [
        b"{\"precious\":\"data\"}",
        b"{\"precious\":\"data\"}\n",
        b"{\"precious\":[",
        b"{\"number\":\"one\"}",
        b"a letter to a friend",
        b"\xFF\0\x01",
    ];
    for (number, content) in foreign.iter().enumerate() {
        let file = folder.join(format!("file {number}"));
        fs::write(&file, content).unwrap();
        let name = file.to_str().unwrap();
        for command in [
            &["match", "random", "random", "--games", "1"][..],
            &["match", "--report"],
            &["levels", "--positions", "0"],
        ] {
            let said = refused(&[command, &["--file", name]].concat());
            assert!(said.contains(name) && said.contains("line 1"), "{said}");
            assert_eq!(fs::read(&file).unwrap(), *content, "{command:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_is_refused() {
    for file in ["/dev/full", "/dev/zero", "/dev"] {
        for command in [
            &["match", "random", "random", "--games", "1"][..],
            &["match", "--report"],
            &["levels", "--positions", "0"],
            &["tune", "generate", "--games", "0"],
        ] {
            let said = refused(&[command, &["--file", file]].concat());
            assert!(said.contains(file), "{said}");
            assert!(said.contains("no regular file"), "{said}");
        }
    }
}

#[test]
fn a_last_game_without_newline_counts() {
    let file = scratch("newline").join("match.jsonl");
    let name = file.to_str().unwrap();
    let play = |games| {
        let players = ["match", "random", "random", "--file", name];
        printed(&[&players, &["--fen", SMALL, "--games", games][..]].concat())
    };
    play("1");
    assert!(play("1").contains("\n1 game was played before\n"));
    play("2");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.trim_end()).unwrap();
    let report = printed(&["match", "--report", "--file", name]);
    assert!(report.contains(" of 2, "), "{report}");
    assert!(play("3").contains("2 games were played before"));
    let played = fs::read_to_string(&file).unwrap();
    assert!(played.starts_with(&text) && games(&file).len() == 3);
}

#[test]
fn openings_are_no_longer_than_games() {
    let file = scratch("long openings").join("match.jsonl");
    let name = file.to_str().unwrap();
    let players = ["match", "random", "random", "--file", name];
    let board = ["--fen", "Q3/3q w", "--games", "4"];
    printed(&[&players, &board[..], &["--opening-plies", "4294967295"]].concat());
    for game in games(&file) {
        assert!(game["opening"].as_u64().unwrap() < 6, "{game}");
    }
}

#[test]
fn nothing_played_is_told_in_plain_numbers() {
    let file = scratch("nothing").join("match.jsonl");
    let name = file.to_str().unwrap();
    let text = printed(&["match", "random", "random", "--games", "0", "--file", name]);
    assert!(text.contains("A: 0.000 s a move"), "{text}");
    assert!(
        !text.contains('-') && text.ends_with("A 0 of 0\n"),
        "{text}"
    );
    let file = file.with_extension("levels");
    let name = file.to_str().unwrap();
    let text = printed(&["levels", "--positions", "0", "--file", name]);
    assert_eq!(text.lines().count(), 12);
    for line in text.lines() {
        assert!(line.ends_with(": nothing measured"), "{line}");
    }
}

#[test]
fn a_player_that_cannot_be_is_no_crash() {
    for (player, reason) in [
        ("memory=0", "memory"),
        ("threads=0", "threads"),
        ("threads=0,ponder=true", "threads"),
    ] {
        let said = refused(&["match", player, "random"]);
        assert!(said.contains(reason) && !said.contains("crash"), "{said}");
    }
    let said = refused(&["match", "random", "random", "--sprt", "0,1e300"]);
    assert!(
        said.contains("Elo differences from -2000 to 2000"),
        "{said}"
    );
}

#[test]
fn the_small_board_is_even() {
    let position: Position = SMALL.parse().unwrap();
    assert_eq!(
        position.with_turn(!position.turn()).move_count(),
        position.move_count()
    );
}

#[test]
fn a_player_with_a_book_plays_its_moves() {
    let folder = scratch("book");
    let first_moves = |players: [&str; 2], name: &str| -> Vec<(u64, amazons::Move)> {
        let file = folder.join(name);
        printed(&[
            "match",
            players[0],
            players[1],
            "--games",
            "6",
            "--opening-plies",
            "0",
            "--file",
            file.to_str().unwrap(),
        ]);
        let moves = games(&file).into_iter().map(|game| {
            let first = game["moves"][0]["move"].as_str();
            let first = first.or_else(|| game["moves"][0].as_str()).unwrap();
            (game["white"].as_u64().unwrap(), first.parse().unwrap())
        });
        moves.collect()
    };
    let start = Position::start();
    let known = Book::builtin().moves(&start);
    let is_known = |m| known.iter().any(|known| known.m == m);
    let is_random_move_known = |moves: &[(u64, amazons::Move)]| {
        moves
            .iter()
            .filter(|(white, _)| *white == 1)
            .all(|&(_, m)| is_known(m))
    };
    for booked in [
        "book=true,visits=2,memory=8",
        "book=true,ponder=true,visits=2,memory=8",
    ] {
        let moves = first_moves([booked, "random"], &format!("{}.jsonl", booked.len()));
        let own = moves.iter().filter(|(white, _)| *white == 0);
        assert!(
            own.clone().count() == 3 && own.clone().all(|&(_, m)| is_known(m)),
            "{moves:?}"
        );
        assert!(!is_random_move_known(&moves), "{moves:?}");
    }
    // Two simulations find no book's move.
    let moves = first_moves(["book=false,visits=2,memory=8", "random"], "without.jsonl");
    let own = moves.iter().filter(|(white, _)| *white == 0);
    assert!(!own.clone().any(|&(_, m)| is_known(m)), "{moves:?}");
}
