//! `amazons tune`: games that can be made again, weights that can be fitted again, evaluations measured.

#[path = "common/program.rs"]
mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use amazons::territory::Evaluator;
use amazons::tuning::{Network, Sample};
use amazons::{Game, Move, Position};

fn run(arguments: &[&str]) -> Output {
    program::run(&[&["tune"], arguments].concat())
}

fn printed(arguments: &[&str]) -> String {
    program::printed(&[&["tune"], arguments].concat())
}

fn refused(arguments: &[&str]) -> String {
    program::refused(&[&["tune"], arguments].concat())
}

fn scratch(name: &str) -> PathBuf {
    program::scratch("tune", name)
}

fn generate(file: &Path, games: u32, seed: u32, visits: u32, threads: u32) -> Vec<String> {
    let numbers = [games, seed, visits, threads].map(|number| number.to_string());
    let names = ["--games", "--seed", "--visits", "--threads"];
    let file = file.to_str().unwrap();
    let mut arguments = vec!["generate".to_string(), "--file".into(), file.into()];
    for (name, number) in names.into_iter().zip(numbers) {
        arguments.extend([name.to_string(), number]);
    }
    arguments
}

fn as_slices(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn games_follow_from_the_seed_and_go_on_where_they_were_cut_off() {
    let folder = scratch("generate");
    let (whole, other) = (folder.join("whole.jsonl"), folder.join("other.jsonl"));
    printed(&as_slices(&generate(&whole, 12, 7, 20, 1)));
    let text = fs::read_to_string(&whole).unwrap();
    assert_eq!(
        text.lines().count(),
        13,
        "a line that says how, and the games"
    );

    printed(&as_slices(&generate(&other, 12, 7, 20, 3)));
    assert_eq!(
        fs::read_to_string(&other).unwrap(),
        text,
        "threads make no difference"
    );
    // In the first line, in the middle of a game, after a game's end without its line's.
    let fifth = text.match_indices('\n').nth(5).unwrap().0;
    for length in [0, 9, fifth - 100, fifth, fifth + 1, text.len()] {
        fs::write(&other, &text[..length]).unwrap();
        printed(&as_slices(&generate(&other, 12, 7, 20, 2)));
        assert_eq!(
            fs::read_to_string(&other).unwrap(),
            text,
            "cut off at {length}"
        );
    }
    printed(&as_slices(&generate(&other, 3, 7, 20, 2)));
    assert_eq!(
        fs::read_to_string(&other).unwrap(),
        text,
        "fewer games take none away"
    );
}

#[test]
fn games_made_in_another_way_are_not_mixed() {
    let folder = scratch("mixed");
    let file = folder.join("games.jsonl");
    printed(&as_slices(&generate(&file, 2, 1, 10, 1)));
    let text = fs::read_to_string(&file).unwrap();
    for arguments in [generate(&file, 4, 2, 10, 1), generate(&file, 4, 1, 11, 1)] {
        let fault = refused(&as_slices(&arguments));
        assert!(fault.contains("made in another way"), "{fault}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    // A game left out, a line that is none, another file altogether.
    let lines: Vec<&str> = text.lines().collect();
    for (broken, fault) in [
        (format!("{}\n{}\n", lines[0], lines[2]), "game 0 is missing"),
        (format!("{}\n{{}}\n", lines[0]), "line 2"),
        ("d1-d7/g7\n".into(), "no file of self-play games"),
        ("half a line".into(), "no file of self-play games"),
    ] {
        fs::write(&file, &broken).unwrap();
        let said = refused(&as_slices(&generate(&file, 4, 1, 10, 1)));
        assert!(said.contains(fault), "{said}");
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            broken,
            "nothing is lost"
        );
    }
}

/// A loss of a line of what `tune fit` prints.
fn number_after(text: &str, line: &str, word: &str) -> f64 {
    let line = text.lines().find(|found| found.starts_with(line)).unwrap();
    let mut words = line.split_whitespace().skip_while(|found| *found != word);
    words.nth(1).unwrap().parse().unwrap()
}

/// Fits to a file of games with small steps; returns what is printed.
fn fit(games: &Path, out: &Path) -> String {
    printed(&[
        "fit",
        "--data",
        games.to_str().unwrap(),
        "--epochs",
        "8",
        "--batch",
        "128",
        "--out",
        out.to_str().unwrap(),
    ])
}

/// Compares losses of results and labels with recorded ones.
fn assert_losses(text: &str, recorded: &[(&str, f64, f64)], tolerance: f64) {
    for &(line, result, label) in recorded {
        let found = [
            number_after(text, line, "result"),
            number_after(text, line, "label"),
        ];
        let off = (found[0] - result).abs().max((found[1] - label).abs());
        assert!(off < tolerance, "{line}: {found:?}\n{text}");
    }
}

#[test]
fn a_small_fit_comes_to_what_it_came_to() {
    let folder = scratch("fit");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/self_play.jsonl");
    let (one, two) = (folder.join("one.txt"), folder.join("two.txt"));
    let text = fit(&games, &one);
    assert!(
        text.starts_with("60 games, 6693 positions to fit to, 757 held out\n"),
        "{text}"
    );
    // Logarithms and exponentials are not the same to the last bit everywhere.
    let recorded = [
        ("first weights", 0.2930, 0.1030),
        ("new, integers", 0.2520, 0.0786),
    ];
    assert_losses(&text, &recorded, 0.004);
    let rounded = number_after(&text, "new, integers", "label");
    let exact = number_after(&text, "new, floating", "label");
    assert!(
        (rounded - exact).abs() < 0.001,
        "rounding costs little\n{text}"
    );

    fit(&games, &two);
    let weights = fs::read(&one).unwrap();
    assert_eq!(
        weights,
        fs::read(&two).unwrap(),
        "the same games, the same weights"
    );
    assert!(Network::parse(&weights).is_some());
}

#[test]
fn games_of_a_seed_and_a_fit_to_them_come_to_what_they_came_to() {
    let folder = scratch("seed");
    let games = folder.join("games.jsonl");
    printed(&as_slices(&generate(&games, 120, 3, 30, 2)));
    let text = fit(&games, &folder.join("weights.txt"));
    // Each change of the search or of the weights plays other games, whose losses are then to be recorded here; weights that
    // have learnt nothing come to 0.69.
    let recorded = [
        ("first weights", 0.448, 0.112),
        ("weights compiled in", 0.398, 0.081),
        ("new, integers", 0.457, 0.119),
    ];
    assert_losses(&text, &recorded, 0.02);
    assert!(
        number_after(&text, "new, integers", "result") < 0.65,
        "{text}"
    );
}

/// Generates games, looking beside so many percent of their positions; returns the games' lines.
fn games_with_asides(file: &Path, percent: &str) -> Vec<serde_json::Value> {
    let mut arguments = generate(file, 4, 5, 30, 2);
    arguments.extend(["--percent-asides".into(), percent.into()]);
    printed(&as_slices(&arguments));
    let text = fs::read_to_string(file).unwrap();
    let entries = text.lines().skip(1).map(serde_json::from_str);
    entries.collect::<Result<_, _>>().unwrap()
}

#[test]
fn positions_beside_the_games_are_looked_at() {
    let folder = scratch("beside");
    let without = games_with_asides(&folder.join("without.jsonl"), "0");
    assert!(without.iter().all(|entry| entry.get("asides").is_none()));
    let with = games_with_asides(&folder.join("with.jsonl"), "100");
    assert_eq!(without.len(), with.len());
    for (mut entry, alone) in with.into_iter().zip(without) {
        let game: Game = serde_json::from_value(entry.clone()).unwrap();
        let positions: Vec<Position> = game.positions().collect();
        let asides = entry.as_object_mut().unwrap().remove("asides").unwrap();
        assert_eq!(entry, alone, "the game is the same");
        let asides = asides.as_array().unwrap();
        let plies = asides.iter().map(|aside| aside["ply"].as_u64().unwrap());
        assert!(plies.is_sorted());
        let moves: Vec<(usize, Move, bool)> = asides
            .iter()
            .map(|aside| {
                let turning = aside["move"].as_str().unwrap().parse().unwrap();
                assert!(aside["win_rate"].as_u64().unwrap() <= 10_000);
                let ply = aside["ply"].as_u64().unwrap() as usize;
                (ply, turning, aside["best_shot"].as_bool().unwrap())
            })
            .collect();
        for &(ply, turning, best_shot) in &moves {
            assert!(positions[ply].is_legal(turning));
            let passed_by =
                (game.moves()[ply].from, game.moves()[ply].to) != (turning.from, turning.to);
            assert!(passed_by);
            let alone = moves
                .iter()
                .filter(|other| other.0 == ply && other.2 == best_shot);
            assert_eq!(
                alone.count(),
                1,
                "one slide with its best shot, one other shot"
            );
        }
        let proven_from = entry["proven_from"].as_u64().unwrap() as usize;
        let looked: BTreeSet<usize> = moves.iter().map(|found| found.0).collect();
        assert!(
            looked.len() + 8 >= proven_from.min(game.len()),
            "{looked:?}"
        );
    }
}

#[test]
fn positions_beside_the_games_are_fitted_to() {
    let folder = scratch("fit_beside");
    let games = folder.join("games.jsonl");
    let mut arguments = generate(&games, 30, 3, 20, 2);
    arguments.extend(["--percent-asides".into(), "50".into()]);
    printed(&as_slices(&arguments));
    let text = fit(&games, &folder.join("weights.txt"));
    let loss = |name| number_after(&text, name, "beside");
    // A fit to so few positions is no good, but it is no accident either: weights that say nothing come to more.
    assert!(
        loss("new, integers") < 0.4 && loss("first weights") < 0.4,
        "{text}"
    );
}

#[test]
fn games_that_contradict_themselves_are_named() {
    let folder = scratch("contradict");
    let games = folder.join("games.jsonl");
    let entry = &games_with_asides(&games, "100")[0];
    let header = fs::read_to_string(&games)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_string();
    let broken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut entry = entry.clone();
        change(&mut entry);
        fs::write(&games, format!("{header}\n{entry}\n")).unwrap();
        let out = folder.join("out.txt");
        refused(&[
            "fit",
            "--data",
            games.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ])
    };
    for said in [
        broken(&|entry| entry["asides"][0]["move"] = "a1-a2/a1".into()),
        broken(&|entry| entry["asides"][1]["ply"] = 1_000.into()),
        broken(&|entry| entry["asides"][0]["ply"] = 3.into()),
        broken(&|entry| entry["win_rates"] = serde_json::json!([5_000])),
        broken(&|entry| entry["visits"] = serde_json::json!([])),
        broken(&|entry| entry["win_rates"][0] = 10_001.into()),
        broken(&|entry| entry["asides"][0]["win_rate"] = 10_001.into()),
    ] {
        assert!(said.contains("line 2 is no self-play game"), "{said}");
    }
}

#[test]
fn too_few_games_and_files_of_something_else_are_not_fitted_to() {
    let folder = scratch("unfit");
    let games = folder.join("games.jsonl");
    let out = folder.join("out.txt");
    let fit = |games: &Path| {
        refused(&[
            "fit",
            "--data",
            games.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ])
    };
    assert!(fit(&games).contains("games.jsonl"));
    printed(&as_slices(&generate(&games, 1, 1, 10, 1)));
    assert!(fit(&games).contains("too few games"));
    fs::write(&games, "g1-g7/d7\n").unwrap();
    assert!(fit(&games).contains("no file of self-play games"));
    assert!(!out.exists());
}

#[test]
fn what_is_compiled_in_is_the_file_of_weights() {
    let network = Network::parse(include_bytes!("../src/territory/weights/network.txt")).unwrap();
    for line in include_str!("data/midgame.fen").lines() {
        let position: amazons::Position = line.parse().unwrap();
        let logit = network.logit(&Sample::of(&position).census);
        let white_logit = position.turn().sign() as f32 * logit;
        assert_eq!(white_logit, Evaluator::new().white_logit(&position));
    }
}

#[test]
fn weights_that_are_missing_or_too_great_are_none() {
    let text = include_str!("../src/territory/weights/network.txt");
    assert!(Network::parse(text.as_bytes()).is_some());
    let (start, last) = text.trim_end().rsplit_once(char::is_whitespace).unwrap();
    assert!(Network::parse(start.as_bytes()).is_none());
    assert!(Network::parse(format!("{start} 1{last}00000000").as_bytes()).is_none());
    assert!(Network::parse(format!("128 {text}").as_bytes()).is_none());
    assert!(Network::parse(b"").is_none());
}

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
