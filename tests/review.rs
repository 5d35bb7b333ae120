//! `amazons review`, from outside: its three forms say the same, and a page holds nothing but what it should.

#[path = "common/program.rs"]
mod program;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use amazons::{Color, Engine, EngineOptions, Game, Limits, Position, Proven, Report};
use serde_json::Value;

use program::run;

/// A game of nine plies on a small board, to its end, by players whose names are hostile.
const HOSTILE: &str = "[White \"<script>alert(1)</script>\"]\n[Black \"\\\"><img src=x onerror=alert(2)>&amp;\"]\n\
    [Event \"</style></svg>{{7*7}}\"]\n";

/// A review of a file's game with little effort, the same every time.
fn review(file: &Path, format: &str, more: &[&str]) -> String {
    let file = file.to_str().unwrap();
    let fixed = [
        "review",
        file,
        "--format",
        format,
        "--threads",
        "1",
        "--memory",
        "32",
    ];
    program::printed(&[&fixed, more].concat())
}

fn file_with(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

fn human_games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games_human.txt")
}

fn percent(probability: f64) -> String {
    format!("{:.1}%", 100.0 * probability)
}

#[test]
fn the_three_forms_agree() {
    // Ten games, from all over the file.
    for number in (1..=2_194).step_by(220) {
        let options = ["--number", &number.to_string(), "--visits", "60"];
        let json: Value = serde_json::from_str(&review(&human_games(), "json", &options)).unwrap();
        let text = review(&human_games(), "text", &options);
        let html = review(&human_games(), "html", &options);
        let game: Game = serde_json::from_value(json["game"].clone()).unwrap();
        let plies = json["plies"].as_array().unwrap();
        assert_eq!(plies.len(), game.len() + 1);
        let rows: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.contains("(start)"))
            .collect();
        let sections: Vec<&str> = html.split("<section class=\"ply").skip(1).collect();
        assert_eq!(sections.len(), plies.len());
        for (index, position) in game.positions().enumerate() {
            let ply = &plies[index];
            assert_eq!(ply["ply"], index);
            assert_eq!(ply["position"], position.to_string());
            let white_wins = percent(ply["white_wins"].as_f64().unwrap());
            assert!(rows[index].contains(&white_wins), "{}", rows[index]);
            assert!(sections[index].contains(&format!("White {white_wins}")));
            let Some(played) = game.moves().get(index) else {
                assert!(ply["played"].is_null());
                continue;
            };
            let judged = &ply["played"];
            assert_eq!(judged["move"], played.to_string());
            assert!(rows[index + 1].contains(&played.to_string()));
            assert!(rows[index + 1].contains(&percent(judged["loss"].as_f64().unwrap())));
            let glyph = match judged["mark"].as_str() {
                Some("blunder") => "??",
                Some("mistake") => "?",
                Some("inaccuracy") => "?!",
                _ => "",
            };
            let marked = format!("{played}{glyph} ");
            assert!(
                rows[index + 1].contains(&marked),
                "{} without {marked}",
                rows[index + 1]
            );
            if let Some(mark) = judged["mark"].as_str() {
                assert!(sections[index + 1].contains(&format!("verdict {mark}")));
            }
        }
        for color in ["White", "Black"] {
            let summary = text
                .lines()
                .find(|line| line.starts_with(&format!("{color}: ")))
                .unwrap();
            assert!(html.contains(summary.split_once(": ").unwrap().1));
        }
    }
}

#[test]
fn a_judgement_compares_the_positions_after_both_moves() {
    let json = review(
        &human_games(),
        "json",
        &["--visits", "100", "--number", "2"],
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    let mut marks = 0;
    let plies = json["plies"].as_array().unwrap();
    for pair in plies.windows(2) {
        let judged = &pair[0]["played"];
        let white_wins = pair[1]["white_wins"].as_f64().unwrap();
        let mover: Position = serde_json::from_value(pair[0]["position"].clone()).unwrap();
        let wins = match mover.turn() {
            Color::White => white_wins,
            Color::Black => 1.0 - white_wins,
        };
        let [played_wins, best_wins, loss] =
            ["played_wins", "best_wins", "loss"].map(|name| judged[name].as_f64().unwrap());
        assert!((played_wins - wins).abs() < 1e-6);
        assert!((best_wins - played_wins - loss).abs() < 1e-6);
        assert!((0.0..=1.0).contains(&loss));
        assert_eq!(judged["mark"].is_null(), loss < 0.05);
        assert_eq!(judged["best"] == judged["move"], loss == 0.0);
        marks += usize::from(!judged["mark"].is_null());
    }
    assert!(marks > 0, "a game between people without one inaccuracy");
}

#[test]
fn the_json_holds_reports() {
    let json = review(&human_games(), "json", &["--visits", "20", "--lines", "2"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    for ply in json["plies"].as_array().unwrap() {
        let report: Report = serde_json::from_value(ply["report"].clone()).unwrap();
        assert_eq!(report.ownership.len(), 100);
        assert!(report.lines.len() <= 2);
        if report.proven == Some(Proven::Win) {
            assert_eq!(report.win_rate, 1.0);
        }
    }
}

#[test]
fn a_game_to_the_end_is_settled_proven_and_counted() {
    // Both sides are walled off from the start; White fills its two squares, Black its one.
    let file = file_with(
        "settled.txt",
        "[FEN \"Q1*1q/1***1 w - - 0 1\"]\n[White \"Ada\"] a2-b2/a2 e2-d2/e2 b2-a1/b2 d2-e1/d2\n",
    );
    let json: Value = serde_json::from_str(&review(&file, "json", &[])).unwrap();
    assert_eq!(json["story"]["settled"], 0);
    assert_eq!(json["story"]["proven"], 0);
    assert_eq!(json["story"]["proven_winner"], "black");
    assert_eq!(json["score"]["counted"], true);
    assert_eq!(json["score"]["winner"], "black");
    for ply in json["plies"].as_array().unwrap() {
        assert_eq!(ply["white_wins"], 0.0);
        assert_eq!(ply["winner"], "black");
    }
    let text = review(&file, "text", &[]);
    assert!(
        text.contains("From ply 0 on it is proven that Black wins."),
        "{text}"
    );
    assert!(text.contains("Black wins with 0 to spare"), "{text}");
    let file_part = &text[text.find("[White \"Ada\"]").unwrap()..];
    let again = amazons::notation::Format::Numbered.read(file_part).unwrap();
    assert_eq!((again.len(), again.margin()), (4, Some(0)));
}

#[test]
fn a_page_loads_nothing_and_escapes_what_the_record_says() {
    let games = fs::read_to_string(human_games()).unwrap();
    let longest = games.lines().max_by_key(|line| line.len()).unwrap();
    let file = file_with("hostile.txt", &format!("{HOSTILE}{longest}\n"));
    let page = review(&file, "html", &["--visits", "5"]);
    assert!(page.len() < 500_000, "{} bytes", page.len());
    assert!(page.starts_with("<!DOCTYPE html>"));
    for forbidden in [
        "<script>alert",
        "<img",
        "</svg>{{",
        "http:",
        "https:",
        " src=\"",
        "url(",
        "@import",
        "<link",
    ] {
        assert!(!page.contains(forbidden), "{forbidden} in the page");
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(page.matches("<script").count(), 1);
    let mut links = page
        .split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap());
    assert!(links.all(|link| link.starts_with('#')));
    for ply in 0..=longest.split_whitespace().count() {
        assert!(
            page.contains(&format!("id=\"p{ply}\"")),
            "ply {ply} has no anchor"
        );
    }
}

#[test]
fn a_record_cannot_steer_the_terminal() {
    let file = file_with("steering.txt", "[White \"\u{1b}[2J\u{7}Ada\"] d1-d7/g7\n");
    let text = review(&file, "text", &["--visits", "5"]);
    assert!(text.contains("[2J Ada"));
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
}

#[test]
fn a_game_without_moves_and_one_that_black_begins_are_reviewed() {
    let file = file_with("short.txt", "[FEN \"1q2/4/4/2Q1 b\"] b4-b1/b4 c1-c4/c3\n");
    for format in ["text", "html", "json"] {
        assert!(!review(&file, format, &["--visits", "50"]).is_empty());
    }
    let file = file_with("empty.sgf", "(;GM[18]PB[Ada])");
    assert!(review(&file, "text", &["--visits", "50"]).contains("0 plies"));
    assert!(review(&file, "html", &["--visits", "50"]).contains("id=\"p0\""));
}

#[test]
fn a_review_goes_into_a_file_or_is_refused() {
    let game = file_with("written.txt", "d1-d7/g7\n");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("written.html");
    let printed = review(
        &game,
        "html",
        &["--visits", "5", "--out", out.to_str().unwrap()],
    );
    assert_eq!(printed, "");
    assert!(fs::read_to_string(out).unwrap().ends_with("</html>\n"));
    let game = game.to_str().unwrap();
    let broken = file_with("broken.txt", "d1-d7/g7 d1-d7/g7\n");
    for (arguments, reason) in [
        (&["review", "/no/such/file"][..], "/no/such/file"),
        (&["review", game, "--number", "2"], "no game 2"),
        (&["review", game, "--number", "0"], "0"),
        (&["review", game, "--format", "pdf"], "pdf"),
        (
            &["review", game, "--out", "/no/such/folder/x"],
            "/no/such/folder/x",
        ),
        (&["review", game, "--memory", "0"], "memory"),
        (&["review", broken.to_str().unwrap()], "broken.txt"),
    ] {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains(reason),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn a_review_that_fails_writes_over_nothing() {
    let content = "d1-d7/g7 a7-b8/c8\n";
    let game = file_with("reviewed.txt", content);
    let other = file_with("kept.html", "precious");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let roundabout = folder.join("..").join(folder.file_name().unwrap());
    let roundabout = roundabout.join("reviewed.txt");
    let [name, kept, roundabout] = [&game, &other, &roundabout].map(|path| path.to_str().unwrap());
    for out in [name, roundabout] {
        let output = run(&["review", name, "--visits", "5", "--out", out]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(out), "{said}");
        assert_eq!(fs::read_to_string(&game).unwrap(), content);
    }
    let output = run(&["review", name, "--memory", "0", "--out", kept]);
    assert!(!output.status.success());
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    if cfg!(target_os = "linux") {
        let output = run(&["review", name, "--visits", "5", "--out", "/dev/full"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("/dev/full: No space left"), "{said}");
    }
    let output = run(&["review", folder.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr).to_lowercase();
    assert!(
        said.contains("is a directory") && !said.contains("game 1"),
        "{said}"
    );
}

/// Ten games between people; the numbers of the lines.
const TEN_GAMES: [usize; 10] = [1, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800];

/// What was marked is searched four times as long as the review did before it gave the mark.
#[test]
#[ignore = "takes minutes"]
fn marks_stand_up_to_a_longer_search() {
    let options = EngineOptions::new().with_threads(1).with_memory_mib(256);
    let mut engine = Engine::new(options).unwrap();
    let mut wins_after = |position: &Position, m: &Value| {
        let mut after = *position;
        after.play(m.as_str().unwrap().parse().unwrap()).unwrap();
        let report = engine.search(&after, Limits::visits(16_000));
        f64::from(1.0 - report.win_rate)
    };
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for number in TEN_GAMES {
        let number = number.to_string();
        let options = ["--number", number.as_str(), "--visits", "1000"];
        let json: Value = serde_json::from_str(&review(&human_games(), "json", &options)).unwrap();
        for ply in json["plies"].as_array().unwrap() {
            let judged = &ply["played"];
            let Some(mark) = judged["mark"].as_str() else {
                continue;
            };
            let position: Position = serde_json::from_value(ply["position"].clone()).unwrap();
            let [best, played] = ["best", "move"].map(|name| wins_after(&position, &judged[name]));
            let loss = best - played;
            let [all, marked, worse] = counts.entry(mark.to_owned()).or_default();
            *all += 1;
            *marked += usize::from(loss >= 0.05);
            *worse += usize::from(loss > 0.0);
        }
    }
    for (mark, [all, marked, worse]) in &counts {
        println!(
            "{mark}: {all}, of which {marked} still cost 5% and {worse} are still worse than the best"
        );
    }
    let [all, marked, _] = counts["blunder"];
    assert!(4 * marked >= 3 * all, "{marked} of {all} blunders");
}
