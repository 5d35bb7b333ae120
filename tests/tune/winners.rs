//! Who won people's games, and how well evaluations foresee it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{printed, refused, run, scratch};

const HUMAN_GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games_human.txt");
const HUMAN_WINNERS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/games_human_winners.txt"
);

/// The first of the games of people.
fn some_games(folder: &Path, count: usize) -> PathBuf {
    let path = folder.join("games_human.txt");
    let text = fs::read_to_string(HUMAN_GAMES).unwrap();
    let lines: Vec<&str> = text.lines().take(count).collect();
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

#[test]
fn winners_are_named_again_and_go_on_where_they_were_cut_off() {
    let folder = scratch("label");
    let games = some_games(&folder, 40);
    let file = folder.join("winners.txt");
    let label = |visits: &str| {
        let (games, file) = (games.to_str().unwrap(), file.to_str().unwrap());
        run(&[
            "label", "--games", games, "--visits", visits, "--file", file,
        ])
    };
    let first = label("200");
    assert!(first.status.success());
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 40);
    for length in [text.len(), text.len() - 1, text.len() / 2, 20, 0] {
        fs::write(&file, &text[..length]).unwrap();
        let again = label("200");
        assert_eq!(again.stdout, first.stdout, "cut off at {length}");
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            text,
            "cut off at {length}"
        );
    }
    let other = label("300");
    assert!(!other.status.success(), "another search is not mixed in");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);

    // What is proven is what the frozen file says, if it says anything.
    let frozen = fs::read_to_string(HUMAN_WINNERS).unwrap();
    let frozen = frozen.lines().filter(|line| !line.starts_with('#'));
    let mut proven = 0;
    for (line, frozen) in lines.iter().zip(frozen) {
        if line.ends_with("counted") || line.ends_with("solved") {
            assert!(
                frozen.starts_with(['-', line.chars().next().unwrap()]),
                "{line}: {frozen}"
            );
            proven += 1;
        }
    }
    assert!(proven > 10, "{text}");
}

/// The columns of one evaluation for one band of plies: log loss, Brier score, share of winners, and the interval by which the
/// network is better.
fn measured<'a>(text: &'a str, plies: &str, name: &str) -> Vec<&'a str> {
    let band = text
        .split("\n\n")
        .find(|band| band.starts_with(&format!("plies {plies}:")))
        .unwrap();
    let line = band.lines().find(|line| line.starts_with(name)).unwrap();
    let is_between = |c: char| c.is_whitespace() || "[],%".contains(c);
    let words = line[name.len()..].split(is_between);
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_network_foresees_the_winners_of_peoples_games_best() {
    let text = printed(&[
        "evaluate",
        "--games",
        HUMAN_GAMES,
        "--winners",
        HUMAN_WINNERS,
    ]);
    let number = |plies: &str, name: &str, column: usize| -> f64 {
        measured(&text, plies, name)[column].parse().unwrap()
    };
    for plies in ["10-19", "20-29", "30-39"] {
        for name in ["mobility", "t1", "first weights"] {
            let (mean, low) = (number(plies, name, 3), number(plies, name, 4));
            assert!(mean > 0.0, "{plies} {name} is as good\n{text}");
            assert!(low > 0.0, "{plies} {name} may be as good\n{text}");
        }
    }
    for name in ["mobility", "t1", "first weights"] {
        assert!(number("40-49", name, 5) > 0.0, "{name} is better\n{text}");
    }
    // Scores are what they are called: the log loss of a coin is 0.69, its Brier score 0.25.
    let coin = number("0-9", "mobility", 0);
    assert!((coin - 0.69).abs() < 0.01, "{text}");
    assert!((number("0-9", "mobility", 1) - 0.25).abs() < 0.01, "{text}");
    assert!(number("40-49", "network", 2) > 85.0, "{text}");
}

#[test]
fn other_weights_are_measured_too() {
    let folder = scratch("weights");
    let games = some_games(&folder, 30);
    let winners = folder.join("winners.txt");
    fs::write(
        &winners,
        "w counted\nb counted\n- searched 50.00\n".repeat(10),
    )
    .unwrap();
    let weights = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/territory/weights/network.txt"
    );
    let (games, winners) = (games.to_str().unwrap(), winners.to_str().unwrap());
    let arguments = ["evaluate", "--games", games, "--winners", winners];
    let text = printed(&arguments);
    assert!(
        text.starts_with("30 games, 20 with a winner: 20 counted,"),
        "{text}"
    );
    let same = printed(&[&arguments[..], &["--weights", weights]].concat());
    assert_eq!(text, same);

    // All weights 0: even chances everywhere.
    let zeros = folder.join("zeros.txt");
    fs::write(&zeros, "0 ".repeat(10_000)).unwrap();
    let none = ["--weights", zeros.to_str().unwrap()];
    let even = printed(&[&arguments[..], &none].concat());
    assert_eq!(
        measured(&even, "10-19", "network")[..2],
        ["0.6931", "0.2500"]
    );
    fs::write(&zeros, "0 0 0").unwrap();
    assert!(refused(&[&arguments[..], &none].concat()).contains("zeros.txt"));
}

#[test]
fn winners_of_other_games_are_refused() {
    let folder = scratch("others");
    let games = some_games(&folder, 3);
    let winners = folder.join("winners.txt");
    let evaluate = || {
        let (games, winners) = (games.to_str().unwrap(), winners.to_str().unwrap());
        refused(&["evaluate", "--games", games, "--winners", winners])
    };
    for (text, fault) in [
        ("w counted\nb solved\n", "3 games and 2 winners"),
        ("w counted\n?\nb solved\n", "line 2"),
        ("w counted\nx counted\nb solved\n", "line 2"),
        ("w counted\nw searched high\nb solved\n", "line 2"),
    ] {
        fs::write(&winners, text).unwrap();
        let said = evaluate();
        assert!(said.contains(fault), "{said}");
    }
}
