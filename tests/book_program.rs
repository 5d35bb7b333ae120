//! `amazons book`: a book that is made again, goes on where it was cut off, and is shown.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use amazons::{Book, Position};

use program::{printed, refused};

const SMALL: &str = "1q2q1/6/q4q/Q4Q/6/1Q2Q1 w";

/// The arguments that make a small book.
fn make<'a>(folder: &'a Files, positions: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec![
        "book",
        "make",
        "--fen",
        SMALL,
        "--threads",
        "1",
        "--memory",
        "8",
    ];
    arguments.extend([
        "--positions",
        positions,
        "--file",
        &folder.work,
        "--out",
        &folder.book,
    ]);
    if !more.contains(&"--visits") && !more.contains(&"--time") {
        arguments.extend(["--visits", "60"]);
    }
    arguments.extend(more);
    arguments
}

struct Files {
    work: String,
    book: String,
}

impl Files {
    fn new(folder: &Path, name: &str) -> Files {
        let path = |ending| folder.join(format!("{name}.{ending}"));
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        Files {
            work: text(path("jsonl")),
            book: text(path("book")),
        }
    }

    fn searches(&self) -> String {
        fs::read_to_string(&self.work).unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.book).unwrap()
    }
}

#[test]
fn a_book_follows_from_its_seed_and_goes_on_where_it_was_cut_off() {
    let folder = program::scratch("book", "make");
    let (whole, other) = (Files::new(&folder, "whole"), Files::new(&folder, "other"));
    let said = printed(&make(&whole, "9", &[]));
    assert!(
        said.starts_with("9 positions, 0 of them from before; "),
        "{said}"
    );
    let (text, bytes) = (whole.searches(), whole.bytes());
    assert_eq!(text.lines().count(), 9);
    assert!(said.contains(&format!("{} bytes", bytes.len())), "{said}");

    let fifth = text.match_indices('\n').nth(4).unwrap().0;
    for length in [0, 5, fifth - 40, fifth, fifth + 1, text.len()] {
        fs::write(&other.work, &text[..length]).unwrap();
        printed(&make(&other, "9", &[]));
        assert_eq!(other.searches(), text, "cut off at {length}");
        assert_eq!(other.bytes(), bytes, "cut off at {length}");
    }
    // Fewer take none away; in steps it is the same.
    printed(&make(&other, "2", &[]));
    assert_eq!(
        (other.searches(), other.bytes()),
        (text.clone(), bytes.clone())
    );
    fs::remove_file(&other.work).unwrap();
    for positions in ["1", "4", "9"] {
        printed(&make(&other, positions, &[]));
    }
    assert_eq!(
        (other.searches(), other.bytes()),
        (text.clone(), bytes.clone())
    );

    // Every position is there, and every move of the book is one that was found.
    let book = Book::parse(&bytes).unwrap();
    assert_eq!(book.len(), 9);
    let start: Position = SMALL.parse().unwrap();
    let mut hashes = Vec::new();
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let position: Position = line["fen"].as_str().unwrap().parse().unwrap();
        hashes.push(position.symmetric_hash());
        let found = line["moves"].as_array().unwrap();
        assert!((1..=5).contains(&found.len()));
        let after = |m: amazons::Move| {
            let mut after = position;
            after.play(m).unwrap();
            after.symmetric_hash()
        };
        let found: Vec<u64> = found
            .iter()
            .map(|found| after(found["move"].as_str().unwrap().parse().unwrap()))
            .collect();
        let moves = book.moves(&position);
        assert!(!moves.is_empty() && moves.iter().all(|known| found.contains(&after(known.m))));
    }
    assert_eq!(hashes[0], start.symmetric_hash());
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 9, "no position twice");

    printed(&make(&other, "9", &["--penalty", "1"]));
    assert_eq!(
        other.searches(),
        text,
        "how to choose may change on the way"
    );
}

#[test]
fn a_small_game_is_searched_to_its_end() {
    let folder = program::scratch("book", "end");
    let files = Files::new(&folder, "tiny");
    let said = printed(&[
        "book",
        "make",
        "--fen",
        "Q1*1q/1***1 w",
        "--positions",
        "500",
        "--visits",
        "3",
        "--threads",
        "1",
        "--memory",
        "8",
        "--file",
        &files.work,
        "--out",
        &files.book,
    ]);
    assert!(said.contains("There is nothing else to search."), "{said}");
    assert!(!Book::parse(&files.bytes()).unwrap().is_empty());
}

#[test]
fn searches_of_another_kind_are_not_mixed_and_other_files_left_alone() {
    let folder = program::scratch("book", "mixed");
    let files = Files::new(&folder, "book");
    printed(&make(&files, "2", &[]));
    let (text, bytes) = (files.searches(), files.bytes());
    for more in [
        &["--seed", "9"][..],
        &["--lines", "3"],
        &["--visits", "61"],
        &["--time", "10ms"],
    ] {
        let fault = refused(&make(&files, "3", more));
        assert!(fault.contains("made in another way"), "{fault}");
        assert_eq!(
            (files.searches(), files.bytes()),
            (text.clone(), bytes.clone())
        );
    }
    let lines: Vec<&str> = text.lines().collect();
    for (broken, fault) in [
        (
            format!("{}\n{}\n", lines[0], lines[0]),
            "line 2 has a position again",
        ),
        (format!("{}\n{{}}\n", lines[0]), "line 2 is no search"),
        (
            text.replacen("\"win_rate\":", "\"win_rate\":9", 1),
            "line 1 is no search",
        ),
        (
            text.replacen(SMALL, "6/6/6/6/6/6 w", 1),
            "line 1 is no search",
        ),
        ("a letter".into(), "line 1 is no search"),
    ] {
        fs::write(&files.work, &broken).unwrap();
        let said = refused(&make(&files, "3", &[]));
        assert!(said.contains(fault) && said.contains(&files.work), "{said}");
        assert_eq!(files.searches(), broken, "nothing is lost");
        assert_eq!(files.bytes(), bytes);
    }
    fs::write(&files.work, &text).unwrap();
    let (work, out) = (&files.work, &files.work);
    let said = refused(&[
        "book", "make", "--file", work, "--out", out, "--fen", SMALL, "--visits", "60",
    ]);
    assert!(said.contains("can't be the output"), "{said}");
    assert_eq!(files.searches(), text);
    // Not either where there is none yet.
    let new = folder.join("new");
    let new = new.to_str().unwrap();
    refused(&["book", "make", "--file", new, "--out", new]);
    assert_eq!(fs::read(new).unwrap(), b"");
    for penalty in ["-0.1", "NaN", "2", "x"] {
        let option = format!("--penalty={penalty}");
        let fault = refused(&make(&files, "2", &[&option]));
        assert!(fault.contains("a number from 0 to 1"), "{fault}");
    }
}

#[test]
fn a_book_is_shown() {
    let folder = program::scratch("book", "show");
    let files = Files::new(&folder, "book");
    printed(&make(&files, "2", &[]));
    let said = printed(&["book", "show", "--fen", SMALL, "--book", &files.book]);
    assert!(said.contains("in a book of 2 positions"), "{said}");
    let book = Book::parse(&files.bytes()).unwrap();
    let moves = book.moves(&SMALL.parse().unwrap());
    for (number, known) in (1..).zip(&moves) {
        let (m, rate) = (known.m, 100.0 * known.win_rate);
        let line = said
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{number} {m} ")));
        let line = line.unwrap_or_else(|| panic!("{m} in {said}"));
        assert!(line.ends_with(&format!("{rate:.1}%")), "{line}");
    }
    assert!(said.trim_end().ends_with('%'), "nothing else: {said}");

    let said = printed(&["book", "show"]);
    assert!(
        said.contains("White to move, ") && said.contains("  1 "),
        "{said}"
    );
    let said = printed(&["book", "show", "--fen", SMALL]);
    assert!(said.contains("does not have this one"), "{said}");
    let said = refused(&["book", "show", "--book", &files.work]);
    assert!(
        said.contains("this is no opening book, at byte 0, bit 0"),
        "{said}"
    );
    refused(&["book", "show", "--book", "/no/such/file"]);
}
