//! What a search finds: proofs, limits, memory, reproducibility.

mod common;

use std::time::Duration;

use amazons::{Engine, EngineOptions, Limits, Position, Proven, Report};
use common::data::{Folder, same};
use common::positions::{odd, rng};
use rand_pcg::Pcg64Mcg;

fn engine(threads: usize, mib: usize) -> Engine {
    Engine::new(
        EngineOptions::new()
            .with_threads(threads)
            .with_memory_mib(mib),
    )
    .unwrap()
}

/// The thread counts that this build can search with.
fn thread_counts() -> &'static [usize] {
    if cfg!(feature = "parallel") {
        &[1, 2]
    } else {
        &[1]
    }
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

/// What must hold of any report, on any position.
fn check_report(position: &Position, report: &Report) {
    assert_eq!(
        report.best_move.is_some(),
        position.has_move(),
        "{position}"
    );
    assert!((0.0..=1.0).contains(&report.win_rate));
    assert_eq!(report.ownership.len(), position.squares().count() as usize);
    assert!(
        report
            .ownership
            .iter()
            .all(|owner| (-1.0..=1.0).contains(owner))
    );
    assert_eq!(
        report.lines.first().map(|line| line.first),
        report.best_move
    );
    for line in &report.lines {
        assert_eq!(line.pv.first(), Some(&line.first));
        assert!((0.0..=1.0).contains(&line.win_rate));
        let mut end = *position;
        for &m in &line.pv {
            end.play(m)
                .unwrap_or_else(|fault| panic!("{fault} after {position}"));
        }
    }
    let mut firsts: Vec<_> = report.lines.iter().map(|line| line.first).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), report.lines.len(), "a move is reported twice");
    match report.proven {
        Some(Proven::Win) => assert_eq!(report.win_rate, 1.0),
        Some(Proven::Loss) => assert_eq!(report.win_rate, 0.0),
        None => {}
    }
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

#[test]
fn a_kept_tree_is_taken_over() {
    let options = EngineOptions::new()
        .with_threads(1)
        .with_memory_mib(16)
        .with_kept_tree(true);
    let mut engine = Engine::new(options).unwrap();
    let mut position = Position::start();
    let first = engine.search(&position, Limits::visits(5_000));
    assert_eq!(first.visits, 5_000);
    let again = engine.search(&position, Limits::visits(1_000));
    assert_eq!(again.visits, 6_000);
    let pv = again.lines[0].pv.clone();
    position.play(pv[0]).unwrap();
    position.play(pv[1]).unwrap();
    let later = engine.search(&position, Limits::visits(100));
    assert!(
        later.visits > 100,
        "the tree below the principal variation is gone"
    );
    check_report(&position, &later);
    engine.clear();
    assert_eq!(engine.search(&position, Limits::visits(100)).visits, 100);
}

#[test]
fn a_kept_tree_stays_whole_through_a_game() {
    for &threads in thread_counts() {
        let options = EngineOptions::new()
            .with_threads(threads)
            .with_memory_mib(2)
            .with_kept_tree(true);
        let mut engine = Engine::new(options).unwrap();
        let mut position = Position::standard(8, 8).unwrap();
        while position.has_move() {
            let report = engine.search(&position, Limits::visits(2_000));
            check_report(&position, &report);
            position.play(report.best_move.unwrap()).unwrap();
        }
    }
}

/// Where a position is late enough to be solved: Black to move has one winning move among many.
fn solved_position() -> Position {
    "1*1***q**1/*qq**1****/*****1*1*Q/2****q2*/3*2**1*/1*****2**/1*Q1*1**1*/******1**1/4**1*1*/*1**1Q***Q b"
        .parse()
        .unwrap()
}

#[test]
fn a_proven_win_keeps_its_move_when_the_game_comes_back() {
    let options = EngineOptions::new()
        .with_threads(1)
        .with_memory_mib(32)
        .with_kept_tree(true);
    let mut engine = Engine::new(options).unwrap();
    let position = solved_position();
    let best = engine.search(&position, Limits::visits(2_000));
    assert_eq!(best.proven, Some(Proven::Win));
    let winning = best.best_move.unwrap();
    let mut kept = 0;
    for m in position.legal_moves() {
        let mut after = position;
        after.play(m).unwrap();
        let below = engine.search(&after, Limits::visits(100));
        check_report(&after, &below);
        if m == winning {
            assert_eq!(below.proven, Some(Proven::Loss));
        }
        let again = engine.search(&position, Limits::visits(100));
        check_report(&position, &again);
        if again.proven.is_some() {
            kept += 1;
            assert_eq!(
                (again.proven, again.best_move),
                (best.proven, best.best_move),
                "after {m}"
            );
        }
    }
    assert!(kept > 1, "nothing was remembered");
}

#[test]
fn a_win_that_was_proven_stays_proven_to_the_end() {
    let mut opponent = rng(12);
    let options = EngineOptions::new()
        .with_threads(1)
        .with_memory_mib(32)
        .with_kept_tree(true);
    let mut engine = Engine::new(options).unwrap();
    let mut games = 0;
    Folder::of_this_run().for_each_object("winner.jsonl", |line| {
        let mut position = line.position()?;
        engine.clear();
        if engine.search(&position, Limits::visits(1_000)).proven != Some(Proven::Win) {
            return Ok(());
        }
        games += 1;
        loop {
            let report = engine.search(&position, Limits::visits(50));
            let Some(m) = report.best_move else {
                return Err("the winner is out of moves".into());
            };
            same("proven", report.proven, Some(Proven::Win))?;
            position.play_unchecked(m);
            let Some(reply) = position.random_move(&mut opponent) else {
                return Ok(());
            };
            position.play_unchecked(reply);
        }
    });
    assert!(games > 20, "{games}");
}
