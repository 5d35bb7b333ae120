//! What a search finds: proofs, limits, memory, reproducibility.

mod common;

use std::time::Duration;

use amazons::{Engine, EngineOptions, Limits, Position, Proven};
use common::data::{Folder, same};
use common::positions::{odd, rng};
use common::reports::{check_report, thread_counts};
use rand_pcg::Pcg64Mcg;

fn engine(threads: usize, mib: usize) -> Engine {
    Engine::new(
        EngineOptions::new()
            .with_threads(threads)
            .with_memory_mib(mib),
    )
    .unwrap()
}

/// The standard start after so many random plies.
fn after_random_plies(plies: usize, rng: &mut Pcg64Mcg) -> Position {
    let mut position = Position::start();
    for _ in 0..plies {
        let Some(m) = position.random_move(rng) else {
            break;
        };
        position.play_unchecked(m);
    }
    position
}

#[test]
fn any_position_gets_an_answer() {
    for &threads in thread_counts() {
        let mut engine = engine(threads, 4);
        for position in odd() {
            for limits in [
                Limits::visits(50),
                Limits::visits(0),
                Limits::nodes(0),
                Limits::time(Duration::ZERO),
            ] {
                check_report(&position, &engine.search(&position, limits));
            }
        }
    }
}

#[test]
fn one_thread_repeats_itself() {
    let mut rng = rng(5);
    for plies in [0, 10, 25, 45] {
        let position = after_random_plies(plies, &mut rng);
        let report = |seed| {
            let options = EngineOptions::new()
                .with_threads(1)
                .with_memory_mib(8)
                .with_seed(seed);
            let mut engine = Engine::new(options.with_lines(4)).unwrap();
            engine.search(&position, Limits::visits(1_000))
        };
        let (mut first, second) = (report(1), report(1));
        first.seconds = second.seconds;
        assert_eq!(first, second, "{position}");
    }
}

#[test]
fn visits_are_counted_exactly() {
    for &threads in thread_counts() {
        for visits in [1, 2, 7, 100, 1_000] {
            let report = engine(threads, 16).search(&Position::start(), Limits::visits(visits));
            assert_eq!(report.visits, visits);
            let of_lines: u64 = report.lines.iter().map(|line| line.visits).sum();
            assert!(of_lines <= visits);
        }
    }
}

#[test]
fn nodes_are_bounded() {
    let report = engine(1, 16).search(&Position::start(), Limits::nodes(500));
    assert_eq!(report.nodes, 500);
}

#[test]
fn proofs_equal_the_reference() {
    let folder = Folder::of_this_run();
    for &threads in thread_counts() {
        let mut engine = engine(threads, 32);
        let mut open = 0;
        folder.for_each_object("winner.jsonl", |line| {
            let position = line.position()?;
            let report = engine.search(&position, Limits::visits(30_000));
            check_report(&position, &report);
            let Some(proven) = report.proven else {
                open += 1;
                return Ok(());
            };
            same(
                "to_move_wins",
                proven == Proven::Win,
                line.truth("to_move_wins")?,
            )?;
            if let (Proven::Win, Ok(winning)) = (proven, line.moves("winning_moves"))
                && !report.best_move.is_some_and(|m| winning.contains(&m))
            {
                return Err(format!("{:?} does not win", report.best_move));
            }
            Ok(())
        });
        assert!(
            open <= 20,
            "{open} positions of at most 14 live squares are not proven"
        );
    }
}

#[test]
fn a_full_tree_goes_on() {
    for &threads in thread_counts() {
        // About two thousand nodes fit.
        let mut engine = engine(threads, 2);
        let mut rng = rng(9);
        for plies in [0, 30] {
            let position = after_random_plies(plies, &mut rng);
            let report = engine.search(&position, Limits::visits(6_000));
            check_report(&position, &report);
            assert!(report.visits == 6_000 || report.proven.is_some());
            assert!(
                report.nodes > 5_000 || report.proven.is_some(),
                "nothing was recycled: {} nodes",
                report.nodes
            );
        }
    }
}

#[test]
fn separated_positions_are_won_to_the_end() {
    let mut opponent = rng(3);
    let mut engine = engine(1, 8);
    Folder::of_this_run().for_each_object("separated.jsonl", |line| {
        let mut position = line.position()?;
        let winner = if line.truth("to_move_wins")? {
            position.turn()
        } else {
            !position.turn()
        };
        while let Some(reply) = position.random_move(&mut opponent) {
            let m = if position.turn() == winner {
                engine
                    .search(&position, Limits::visits(1))
                    .best_move
                    .ok_or("no move")?
            } else {
                reply
            };
            position.play(m).map_err(|fault| fault.to_string())?;
        }
        same(
            "the winner",
            position.outcome().map(|outcome| outcome.winner),
            Some(winner),
        )
    });
}
