//! Fits of the weights.

use std::fs;
use std::path::Path;

use amazons::territory::Evaluator;
use amazons::tuning::{Network, Sample};

use crate::{as_slices, games_with_asides, generate, printed, refused, scratch};

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

/// What a fit to a file that is no good says.
fn refused_fit(games: &Path, out: &Path) -> String {
    let [data, out] = [games, out].map(|path| path.to_str().unwrap());
    refused(&["fit", "--data", data, "--out", out])
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

#[test]
fn positions_beside_the_games_are_fitted_to() {
    let folder = scratch("fit_beside");
    let games = folder.join("games.jsonl");
    let mut arguments = generate(&games, 30, 3, 20, 2);
    arguments.extend(["--percent-asides".into(), "50".into()]);
    printed(&as_slices(&arguments));
    let text = fit(&games, &folder.join("weights.txt"));
    let loss = |name| number_after(&text, name, "beside");
    // Weights that say nothing, the same for all positions, come to 0.24.
    for name in ["new, integers", "first weights", "weights compiled in"] {
        assert!(loss(name) < 0.15, "{text}");
    }
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
        refused_fit(&games, &folder.join("out.txt"))
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
    let fit = |games: &Path| refused_fit(games, &out);
    assert!(fit(&games).contains("games.jsonl"));
    printed(&as_slices(&generate(&games, 1, 1, 10, 1)));
    assert!(fit(&games).contains("too few games"));
    fs::write(&games, "g1-g7/d7\n").unwrap();
    assert!(fit(&games).contains("no file of self-play games"));
    assert!(!out.exists());
}

#[test]
fn what_is_compiled_in_is_the_file_of_weights() {
    let network =
        Network::parse(include_bytes!("../../src/territory/weights/network.txt")).unwrap();
    for line in include_str!("../data/midgame.fen").lines() {
        let position: amazons::Position = line.parse().unwrap();
        let logit = network.logit(&Sample::of(&position).census);
        let white_logit = position.turn().sign() as f32 * logit;
        assert_eq!(white_logit, Evaluator::new().white_logit(&position));
    }
}

#[test]
fn weights_that_are_missing_or_too_great_are_none() {
    let text = include_str!("../../src/territory/weights/network.txt");
    assert!(Network::parse(text.as_bytes()).is_some());
    let (start, last) = text.trim_end().rsplit_once(char::is_whitespace).unwrap();
    assert!(Network::parse(start.as_bytes()).is_none());
    assert!(Network::parse(format!("{start} 1{last}00000000").as_bytes()).is_none());
    assert!(Network::parse(format!("128 {text}").as_bytes()).is_none());
    assert!(Network::parse(b"").is_none());
}
