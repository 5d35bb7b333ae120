//! A tree that is kept from one search to the next.

mod common;

use amazons::control::{MemoryBudget, Pool};
use amazons::endgame::{SolveOptions, Solver, Verdict};
use amazons::{Engine, EngineOptions, Limits, Position, Proven, Report, Request};
use common::data::{Folder, same};
use common::positions::rng;
use common::reports::{check_report, thread_counts};
use rand::RngExt;
use rand::seq::IndexedRandom;

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

/// Late positions that take the solver a hundred nodes and more.
fn big_winner_positions() -> impl Iterator<Item = Position> {
    include_str!("data/winner_big.jsonl").lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["fen"].as_str().unwrap().parse().unwrap()
    })
}

/// What is said to be won or lost, against the solver on its own.
fn check_proof(solver: &mut Solver, position: &Position, report: &Report) -> Option<Proven> {
    let limits = Limits::nodes(20_000);
    let mut verdict = |position: &Position| {
        let options = SolveOptions::default().with_limits(limits);
        solver.solve(position, options).verdict
    };
    match report.proven? {
        Proven::Win => {
            let mut after = *position;
            after.play(report.best_move.unwrap()).unwrap();
            assert_eq!(report.lines[0].proven, Some(Proven::Win), "{position}");
            let verdict = verdict(&after);
            assert_ne!(
                verdict,
                Verdict::Win,
                "{position} {}",
                report.lines[0].first
            );
        }
        Proven::Loss => assert_ne!(verdict(position), Verdict::Win, "{position}"),
    }
    report.proven
}

/// Forward, back, and forward again, where the solver proves what the tree has not seen.
#[test]
fn a_win_has_its_move_when_the_game_is_taken_back_and_goes_on() {
    let mut solver = Solver::new(Pool::new(1).unwrap(), &MemoryBudget::mib(8), 8 << 20).unwrap();
    let options = EngineOptions::new()
        .with_threads(1)
        .with_memory_mib(8)
        .with_lines(8)
        .with_kept_tree(true);
    let mut engine = Engine::new(options).unwrap();
    let (mut wins, mut losses) = (0, 0);
    for before in big_winner_positions() {
        let first = engine.search(&before, Limits::visits(100));
        for line in &first.lines {
            let mut after = before;
            after.play(line.first).unwrap();
            for position in [after, before, after] {
                let report = engine.search(&position, Limits::visits(1));
                check_report(&position, &report);
                match check_proof(&mut solver, &position, &report) {
                    Some(Proven::Win) => wins += 1,
                    Some(Proven::Loss) => losses += 1,
                    None => {}
                }
            }
        }
    }
    assert!(wins > 100 && losses > 100, "{wins} and {losses}");
}

/// Forward and back through late games, with moves left out now and then, in so little memory that much is forgotten.
#[test]
fn a_win_has_its_move_whatever_way_the_game_took() {
    let mut rng = rng(31);
    let mut solver = Solver::new(Pool::new(1).unwrap(), &MemoryBudget::mib(8), 8 << 20).unwrap();
    let (mut wins, mut losses) = (0, 0);
    Folder::of_this_run().for_each_object("winner.jsonl", |line| {
        let options = EngineOptions::new()
            .with_threads(1)
            .with_memory_mib(2)
            .with_lines(8)
            .with_kept_tree(true);
        let mut engine = Engine::new(options).unwrap();
        let mut way = vec![line.position()?];
        for _ in 0..12 {
            let position = way[way.len() - 1];
            let visits = *[1, 30, 300].choose(&mut rng).unwrap();
            let mut request = Request::new(&position).with_limits(Limits::visits(visits));
            let all = position.legal_moves();
            if all.len() > 1 && rng.random_bool(0.3) {
                request = request.avoiding(all.choose(&mut rng).copied());
            }
            let report = engine
                .begin(request)
                .map_err(|fault| fault.to_string())?
                .wait();
            check_report(&position, &report);
            match check_proof(&mut solver, &position, &report) {
                Some(Proven::Win) => wins += 1,
                Some(Proven::Loss) => losses += 1,
                None => {}
            }
            let next = report.lines.choose(&mut rng);
            match next {
                Some(next) if rng.random_bool(0.6) => {
                    let mut after = position;
                    after.play(next.first).unwrap();
                    way.push(after);
                }
                _ if way.len() > 1 => drop(way.pop()),
                _ => {}
            }
        }
        Ok(())
    });
    assert!(wins > 100 && losses > 100, "{wins} and {losses}");
}
