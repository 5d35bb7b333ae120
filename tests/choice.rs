//! Which moves a search may choose from, and which it chooses.

mod common;

use std::collections::BTreeSet;

use amazons::{
    Engine, EngineOptions, Level, Limits, Move, PlayError, Position, Proven, Report, Request,
    RequestError,
};
use common::positions::{odd, rng};
use rand::seq::IndexedRandom;

fn engine(threads: usize) -> Engine {
    let options = EngineOptions::new()
        .with_threads(threads)
        .with_memory_mib(8)
        .with_kept_tree(true);
    Engine::new(options).unwrap()
}

fn thread_counts() -> &'static [usize] {
    if cfg!(feature = "parallel") {
        &[1, 2]
    } else {
        &[1]
    }
}

fn middle_game() -> Position {
    "2*1q5/3*1*4/1q1**3q1/3*1*2*1/2Q1**1*2/1*2*3q1/3Q*1*3/2*4Q2/1Q2*1*3/10 w"
        .parse()
        .unwrap()
}

fn search(engine: &mut Engine, position: &Position, visits: u64, allowed: &[Move]) -> Report {
    let request = Request::new(position)
        .with_limits(Limits::visits(visits))
        .with_lines(usize::MAX)
        .allowing(allowed.iter().copied());
    engine.begin(request).unwrap().wait()
}

/// A report on the allowed moves speaks of nothing else.
fn check_honest(position: &Position, report: &Report, allowed: &BTreeSet<Move>) {
    assert!(report.best_move.is_some_and(|m| allowed.contains(&m)));
    let mut visits = 0;
    for line in &report.lines {
        assert!(
            allowed.contains(&line.first),
            "{} in {position}",
            line.first
        );
        assert_eq!(line.pv[0], line.first);
        visits += line.visits;
    }
    assert!(visits <= report.visits);
    let Some(best) = report.lines.first() else {
        panic!("no line for {position}")
    };
    assert_eq!(Some(best.first), report.best_move);
    assert_eq!(best.win_rate, report.win_rate);
    match report.proven {
        Some(Proven::Win) => assert_eq!(best.proven, Some(Proven::Win)),
        Some(Proven::Loss) => assert_eq!(report.win_rate, 0.0),
        None => assert_ne!(best.proven, Some(Proven::Win)),
    }
}

#[test]
fn only_allowed_moves_are_searched() {
    let mut rng = rng(21);
    for &threads in thread_counts() {
        let mut engine = engine(threads);
        for position in odd().chain([middle_game()]) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                continue;
            }
            for count in [1, 2, 20, moves.len() - 1] {
                let chosen: BTreeSet<Move> =
                    moves.sample(&mut rng, count.max(1)).copied().collect();
                // On the tree that the searches before have left, and on a new one.
                for _ in 0..2 {
                    let list: Vec<Move> = chosen.iter().copied().collect();
                    let report = search(&mut engine, &position, 150, &list);
                    check_honest(&position, &report, &chosen);
                    let rest: BTreeSet<Move> = moves
                        .iter()
                        .copied()
                        .filter(|m| !chosen.contains(m))
                        .collect();
                    if !rest.is_empty() {
                        let request = Request::new(&position)
                            .with_limits(Limits::visits(150))
                            .with_lines(usize::MAX)
                            .avoiding(list);
                        let report = engine.begin(request).unwrap().wait();
                        check_honest(&position, &report, &rest);
                    }
                    engine.clear();
                }
            }
        }
    }
}

#[test]
fn visits_of_some_moves_are_counted_exactly() {
    let position = middle_game();
    let moves = position.legal_moves();
    for &threads in thread_counts() {
        let mut engine = engine(threads);
        for visits in [1, 50, 500] {
            engine.clear();
            assert_eq!(
                search(&mut engine, &position, visits, &moves[..9]).visits,
                visits
            );
            // The same again adds to it.
            assert_eq!(
                search(&mut engine, &position, visits, &moves[..9]).visits,
                2 * visits
            );
        }
    }
}

#[test]
fn what_cannot_be_met_is_told() {
    let position = middle_game();
    let mut engine = engine(1);
    let running = engine.start(&position, Limits::unlimited());
    let all = position.legal_moves();
    let nothing = Request::new(&position).avoiding(all.iter().copied());
    assert_eq!(
        engine.begin(nothing).unwrap_err(),
        RequestError::NothingAllowed
    );
    let nothing = Request::new(&position).allowing([]);
    assert_eq!(
        engine.begin(nothing).unwrap_err(),
        RequestError::NothingAllowed
    );
    let nothing = Request::new(&position)
        .allowing([all[3]])
        .avoiding([all[3]]);
    assert_eq!(
        engine.begin(nothing).unwrap_err(),
        RequestError::NothingAllowed
    );
    let illegal: Move = "a1-a2/a1".parse().unwrap();
    for request in [
        Request::new(&position).allowing([all[0], illegal]),
        Request::new(&position).avoiding([illegal]),
    ] {
        let fault = engine.begin(request).unwrap_err();
        assert!(
            matches!(fault, RequestError::IllegalMove { m, reason: PlayError::NotOwnAmazon(_) } if m == illegal),
            "{fault:?}"
        );
        assert!(fault.to_string().contains("a1-a2/a1"));
    }
    assert!(
        !running.is_finished(),
        "a bad request ended what was running"
    );
    // A game that is over has nothing to choose from, which is no fault of the request's.
    let over: Position = "q*/*Q w".parse().unwrap();
    let report = engine
        .begin(Request::new(&over).avoiding([]))
        .unwrap()
        .wait();
    assert_eq!(report.best_move, None);
}

#[test]
fn a_look_at_a_bad_move_does_not_make_it_the_best() {
    let position = middle_game();
    for &threads in thread_counts() {
        let mut engine = engine(threads);
        let before = search(&mut engine, &position, 3_000, &position.legal_moves());
        let bad = before
            .lines
            .iter()
            .min_by(|a, b| a.win_rate.total_cmp(&b.win_rate));
        let bad = bad.unwrap().first;
        let look = search(&mut engine, &position, 9_000, &[bad]);
        assert_eq!(look.best_move, Some(bad));
        assert!(look.visits >= 9_000);
        let after = engine.search(&position, Limits::visits(100));
        assert_ne!(after.best_move, Some(bad));
        assert_eq!(after.visits, before.visits + 100);
        // The tree was kept: the look is there to be gone on with.
        let again = search(&mut engine, &position, 1, &[bad]);
        assert!(again.nodes <= 2, "{} nodes for one visit", again.nodes);
        assert!(again.lines[0].pv.len() >= look.lines[0].pv.len() / 2);
    }
}

#[test]
fn some_moves_prove_nothing_of_all() {
    let mut checked = 0;
    let mut rng = rng(4);
    for _ in 0..40 {
        let mut position = Position::standard(5, 5).unwrap();
        for _ in 0..9 {
            if let Some(m) = position.random_move(&mut rng) {
                position.play_unchecked(m);
            }
        }
        let mut engine = engine(1);
        let all = engine.search(&position, Limits::visits(4_000));
        if all.proven != Some(Proven::Win) {
            continue;
        }
        // Without its winning moves the side may lose, which is not the position's result.
        let mut avoided: Vec<Move> = Vec::new();
        let moves = position.legal_moves();
        while avoided.len() < moves.len() {
            let request = Request::new(&position)
                .with_limits(Limits::visits(4_000))
                .avoiding(avoided.iter().copied());
            let report = engine.begin(request).unwrap().wait();
            assert_ne!(report.proven, Some(Proven::Loss), "{position}");
            let best = report.lines[0].clone();
            assert!(!avoided.contains(&best.first));
            if best.proven != Some(Proven::Win) {
                checked += usize::from(best.proven == Some(Proven::Loss));
                break;
            }
            avoided.push(best.first);
        }
        let back = engine.search(&position, Limits::visits(1));
        assert_eq!(back.proven, Some(Proven::Win));
    }
    assert!(checked > 3, "only {checked} positions came to a loss");
}

#[test]
fn moves_are_drawn_by_their_visits() {
    let position = middle_game();
    let request = Request::new(&position)
        .with_limits(Limits::visits(2_000))
        .with_lines(10);
    let report = engine(1).begin(request).unwrap().wait();
    let mut rng = rng(8);
    let mut counts = |temperature| {
        let mut counts = vec![0u32; report.lines.len()];
        for _ in 0..4_000 {
            let m = report.choose(temperature, &mut rng).unwrap();
            counts[report
                .lines
                .iter()
                .position(|line| line.first == m)
                .unwrap()] += 1;
        }
        counts
    };
    for cold in [0.0, -1.0, f64::NAN, 1e-9] {
        assert_eq!(counts(cold)[0], 4_000);
    }
    let even = counts(f64::INFINITY);
    assert!(
        even.iter().all(|&count| (300..500).contains(&count)),
        "{even:?}"
    );
    let mut visits: Vec<u64> = report.lines.iter().map(|line| line.visits).collect();
    let others = visits[1..].iter().max().unwrap();
    visits[0] = visits[0].max(others + 1);
    let sum: u64 = visits.iter().sum();
    for (count, visits) in counts(1.0).into_iter().zip(visits) {
        let expected = 4_000.0 * visits as f64 / sum as f64;
        let deviation = (f64::from(count) - expected).abs();
        assert!(
            deviation < 5.0 * expected.sqrt() + 5.0,
            "{count} for {expected}"
        );
    }
}

#[test]
fn a_win_at_once_is_seen_without_a_search() {
    let mut found = 0;
    for position in odd() {
        let moves = position.legal_moves();
        let wins = |m: Move| {
            let mut after = position;
            after.play_unchecked(m);
            !after.has_move()
        };
        let report = engine(1).search(&position, Limits::visits(1));
        if moves.iter().any(|&m| wins(m)) {
            found += 1;
            assert_eq!(report.proven, Some(Proven::Win), "{position}");
            assert!(report.best_move.is_some_and(wins), "{position}");
        }
    }
    assert!(found > 5, "{found}");
}

#[cfg(feature = "parallel")]
#[test]
fn one_thread_finds_the_same_whatever_threads_the_engine_has() {
    for position in [Position::start(), middle_game()] {
        let find = |threads, level: Option<Level>| {
            let request = Request::new(&position).with_lines(usize::MAX);
            let request = match level {
                Some(level) => request.with_level(level, 1),
                None => request.with_limits(Limits::visits(6_000)).with_threads(1),
            };
            engine(threads).begin(request).unwrap().wait().lines
        };
        for level in [None, Some(Level::STRONGEST), Some(Level::WEAKEST)] {
            let alone = find(1, level);
            for threads in [2, 3] {
                assert!(
                    alone == find(threads, level),
                    "{level:?}, {threads} threads"
                );
            }
        }
    }
}

#[test]
fn a_level_repeats_itself_and_takes_a_win() {
    let mut fresh = engine(1);
    for level in Level::ALL.into_iter().take(7) {
        for &threads in thread_counts() {
            let mut engine = engine(threads);
            engine.search(&middle_game(), Limits::visits(500));
            let first = engine.play_level(&middle_game(), level, 3);
            assert!(first.is_some_and(|m| middle_game().is_legal(m)));
            assert_eq!(first, engine.play_level(&middle_game(), level, 3));
            assert_eq!(first, fresh.play_level(&middle_game(), level, 3));
            // And leaves nothing behind for a search that is meant.
            let report = engine.search(&middle_game(), Limits::visits(500));
            assert_eq!(report.visits, 500);
        }
    }
    let seeds: BTreeSet<_> = (0..20)
        .filter_map(|seed| fresh.play_level(&Position::start(), Level::WEAKEST, seed))
        .collect();
    assert!(
        seeds.len() > 10,
        "a beginner knows {} first moves",
        seeds.len()
    );
    for position in odd() {
        let wins = |m: Move| {
            let mut after = position;
            after.play_unchecked(m);
            !after.has_move()
        };
        if position.legal_moves().into_iter().any(wins) {
            for level in Level::ALL {
                let m = fresh.play_level(&position, level, 1);
                assert!(m.is_some_and(wins), "level {level} at {position}");
            }
        }
    }
    assert!("0".parse::<Level>().is_err() && "13".parse::<Level>().is_err());
    assert_eq!("12".parse(), Ok(Level::STRONGEST));
}
