//! Games of the engine against itself, and what is looked at beside them.

use std::collections::BTreeSet;
use std::fs;

use amazons::{Game, Move, Position};

use crate::{as_slices, games_with_asides, generate, printed, refused, scratch};

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
