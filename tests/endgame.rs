//! Exact endgames against the reference data and against brute force.

use amazons::{Color, Position, endgame};
use serde_json::Value;

/// More than any reference position needs.
const WORK: u64 = 1_000_000;

fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn position(line: &Value) -> Position {
    line["fen"].as_str().unwrap().parse().unwrap()
}

fn number(line: &Value, name: &str) -> u32 {
    line[name].as_u64().unwrap() as u32
}

#[test]
fn fills_equal_the_reference() {
    let lines = lines("fill.jsonl");
    assert!(lines.len() >= 200);
    for line in &lines {
        let position = position(line);
        let side = match line["side"].as_str().unwrap() {
            "w" => Color::White,
            _ => Color::Black,
        };
        let expected = number(line, "max_moves");
        let bounds = endgame::fill_bounds(&position, side);
        assert!(bounds.at_least <= expected && expected <= bounds.at_most);
        let fill = endgame::longest_fill(&position, side, WORK).unwrap();
        assert_eq!(fill.moves.len() as u32, expected, "{position}");
        let mut alone = position;
        for m in fill.moves {
            alone = alone.with_turn(side);
            alone.play(m).unwrap();
        }
    }
}

#[test]
fn separated_totals_equal_the_reference() {
    let lines = lines("separated.jsonl");
    assert!(lines.len() >= 100);
    for line in &lines {
        let position = position(line);
        assert!(endgame::is_separated(&position));
        let totals = endgame::separated_totals(&position, WORK).unwrap();
        assert_eq!(totals.white, number(line, "white_moves"), "{position}");
        assert_eq!(totals.black, number(line, "black_moves"), "{position}");
        let mover_wins = line["to_move_wins"].as_bool().unwrap();
        assert_eq!(
            totals.winner(position.turn()) == position.turn(),
            mover_wins
        );
        assert_eq!(
            endgame::separated_winner(&position, WORK),
            Some(totals.winner(position.turn()))
        );
    }
}

#[test]
fn loosely_separated_positions_are_not_separated() {
    for line in lines("loose.jsonl") {
        assert!(!endgame::is_separated(&position(&line)));
    }
}

#[test]
fn defects_equal_the_published_table() {
    let path = format!("{}/tests/data/defects.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<u64>> = text
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| line.split('\t').map(|n| n.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 8);
    let table = endgame::defect_table(8);
    for (row, mut expected) in table.iter().zip(rows) {
        if row.size == 8 {
            // The published table counts 18,769 regions of eight squares; there are 18,770 (OEIS A030222), and their
            // defective placements are as published.
            assert_eq!(expected[1], 18_769);
            expected[1] = 18_770;
        }
        let defective = |k: usize| row.defective.get(k).copied().unwrap_or(0);
        let found = [
            row.size as u64,
            row.regions,
            defective(0),
            defective(1),
            defective(2),
            defective(3),
        ];
        assert_eq!(found, expected[..]);
    }
}
