//! The program's `convert`: files and standard streams, bad games, memory.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn human_games() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games_human.txt");
    std::fs::read_to_string(path).unwrap()
}

fn amazons() -> Command {
    Command::new(env!("CARGO_BIN_EXE_amazons"))
}

/// Runs `amazons convert` with `input` on standard input.
fn convert(arguments: &[&str], input: &str) -> Output {
    let mut child = amazons()
        .arg("convert")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A directory of the test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn one_bad_game_among_a_thousand_is_named_and_left_out() {
    let mut lines: Vec<String> = human_games()
        .lines()
        .take(1000)
        .map(str::to_owned)
        .collect();
    lines[321] = format!("{} a1-a1/a1", lines[321]);
    let column = lines[321].len() - "a1-a1/a1".len() + 1;
    let output = convert(&["--to", "sgf"], &(lines.join("\n") + "\n"));
    assert!(!output.status.success());
    assert_eq!(text(&output.stdout).matches("(;FF[4]GM[18]").count(), 999);
    let errors = text(&output.stderr);
    let first = errors.lines().next().unwrap();
    let expected = format!("amazons: standard input: game 322, line 322, column {column} (byte ");
    assert!(first.starts_with(&expected), "{errors}");
    assert!(first.contains("a1-a1/a1 can't be played"), "{errors}");
    assert!(errors.contains("1 of 1000 games left out"), "{errors}");
}

#[test]
fn files_are_read_and_written() {
    let directory = directory("convert");
    let [input, output] = ["in.txt", "out.uci"].map(|name| directory.join(name));
    std::fs::write(&input, "1. d1-d7/g7 a7-b8/c8 1-0\n").unwrap();
    let run = |from: &Path, to: &Path| {
        let mut command = amazons();
        command
            .arg("convert")
            .args([from, to])
            .args(["--to", "uci"]);
        command.output().unwrap()
    };
    assert!(run(&input, &output).status.success());
    let written = std::fs::read_to_string(&output).unwrap();
    assert!(
        written.ends_with(" moves d1d7,d7g7 a7b8,b8c8\n"),
        "{written}"
    );
    let same = run(&input, &input);
    assert!(!same.status.success());
    assert!(text(&same.stderr).contains("the input can't be the output"));
    assert!(!std::fs::read(&input).unwrap().is_empty());
    let missing = run(&directory.join("missing"), &output);
    assert!(text(&missing.stderr).contains("missing: "), "{missing:?}");
}

#[test]
fn unknown_formats_are_said() {
    let output = convert(&["--to", "plain"], "What is this?\n");
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("a text in no known format"));
    let output = convert(&["--to", "pgn"], "");
    assert!(text(&output.stderr).contains("the formats are plain, numbered, sgf"));
    let output = convert(
        &["--from", "botzone", "--to", "little-golem", "-", "-"],
        "2 0 2 5 4 5\n",
    );
    assert!(text(&output.stderr).contains("game 1, line 1: the format knows only the usual start"));
}

#[test]
fn a_file_outlives_a_conversion_of_which_every_game_fails() {
    let directory = directory("convert-nothing");
    let [games, output] = ["in.txt", "out.txt"].map(|name| directory.join(name));
    let to = |format: &str| {
        let mut command = amazons();
        let command = command.args(["convert", "--to", format]);
        command.args([&games, &output]).output().unwrap()
    };
    for bad in ["d1-d7/g7\nd1-d8/i9\n", "d1-d8/i9\n", "What is this?\n"] {
        std::fs::write(&games, bad).unwrap();
        std::fs::write(&output, "precious").unwrap();
        // That format knows no board of 10x10.
        assert!(!to("botzone").status.success());
        assert_eq!(std::fs::read(&output).unwrap(), b"precious", "{bad}");
    }
    // No games are none, and one is no more than that.
    for (written, format, expected) in [("", "uci", ""), ("d1-d7/g7\n", "plain", "d1-d7/g7\n")] {
        std::fs::write(&games, written).unwrap();
        std::fs::write(&output, "long and precious").unwrap();
        let done = to(format);
        if done.status.success() {
            assert_eq!(std::fs::read_to_string(&output).unwrap(), expected);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn faults_of_files_name_them_and_are_no_games() {
    let full = convert(&["--to", "uci", "-", "/dev/full"], "d1-d7/g7\n");
    assert!(
        text(&full.stderr).contains("/dev/full: No space left"),
        "{full:?}"
    );
    let folder = directory("convert-folder");
    let folder = folder.to_str().unwrap();
    for (arguments, named) in [([folder, "-"], folder), (["-", folder], folder)] {
        let output = convert(&[&["--to", "uci"], &arguments[..]].concat(), "");
        let said = text(&output.stderr);
        assert!(!output.status.success());
        assert!(said.to_lowercase().contains("is a directory"), "{said}");
        assert!(said.contains(named) && !said.contains("game"), "{said}");
    }
}

/// However long the stream, memory is that of a few games.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_stream() {
    let mut child = amazons()
        .args(["convert", "--to", "sgf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let games = human_games();
    let mut stdin = child.stdin.take().unwrap();
    let streamed: usize = (0..40)
        .map(|_| {
            stdin.write_all(games.as_bytes()).unwrap();
            games.len()
        })
        .sum();
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let peak = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    let kib: usize = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(kib * 1024 * 2 < streamed, "{peak} for {streamed} bytes");
}
