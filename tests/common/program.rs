//! The program `amazons`, as its user runs it.
#![allow(dead_code, reason = "every test binary uses another part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

pub fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_amazons"))
        .args(arguments)
        .output()
        .unwrap()
}

/// What a command prints that succeeds.
pub fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let fault = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {fault}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says that fails.
pub fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?} was accepted");
    String::from_utf8(output.stderr).unwrap()
}

/// A fresh folder for the files of one test; `of` is the file that the test is in.
pub fn scratch(of: &str, name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(of).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The games in a match's file, by number.
pub fn games(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let mut games: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    games.sort_by_key(|game| game["number"].as_u64());
    games
}
