//! `amazons tune`: games that can be made again, weights that can be fitted again, evaluations measured.

#[path = "../common/program.rs"]
mod program;

mod fit;
mod games;
mod winners;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

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

/// Generates games, looking beside so many percent of their positions; returns the games' lines.
fn games_with_asides(file: &Path, percent: &str) -> Vec<serde_json::Value> {
    let mut arguments = generate(file, 4, 5, 30, 2);
    arguments.extend(["--percent-asides".into(), percent.into()]);
    printed(&as_slices(&arguments));
    let text = fs::read_to_string(file).unwrap();
    let entries = text.lines().skip(1).map(serde_json::from_str);
    entries.collect::<Result<_, _>>().unwrap()
}
