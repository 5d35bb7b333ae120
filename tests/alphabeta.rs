//! The alpha-beta search: it finds what plain negamax finds, and obeys.

mod common;

use std::thread;
use std::time::{Duration, Instant};

use amazons::control::{Clock, Stop};
use amazons::endgame::{decided_winner, separated_winner};
use amazons::territory::Evaluator;
use amazons::tuning::{AlphaBeta, AlphaBetaOptions, AlphaBetaReport, Settings};
use amazons::{Color, Limits, Position, Proven};
use common::positions::{any_position, odd, rng, scattered};
use proptest::prelude::*;

#[path = "../benches/rivals/plain_negamax.rs"]
mod plain_negamax;

use plain_negamax::PlainNegamax;

/// Searches every move, and passes nothing over.
fn whole() -> AlphaBetaOptions {
    let mut settings = Settings::default();
    settings.solver = false;
    AlphaBetaOptions::new()
        .with_memory_mib(16)
        .with_width(1_000)
        .with_slides(1_000)
        .with_selectivity(false)
        .with_settings(settings)
}

fn search(options: AlphaBetaOptions, position: &Position, limits: Limits) -> AlphaBetaReport {
    let mut search = AlphaBeta::new(options).unwrap();
    search.search(position, &limits, &Stop::new())
}

/// What must hold of any report.
fn check_report(position: &Position, report: &AlphaBetaReport) {
    assert_eq!(
        report.best_move.is_some(),
        position.has_move(),
        "{position}"
    );
    assert_eq!(report.pv.first(), report.best_move.as_ref(), "{position}");
    let mut end = *position;
    for &m in &report.pv {
        end.play(m)
            .unwrap_or_else(|fault| panic!("{fault} after {position}"));
    }
    assert!((0.0..=1.0).contains(&report.win_rate));
    match report.proven {
        Some(Proven::Win) => assert_eq!(report.win_rate, 1.0),
        Some(Proven::Loss) => assert_eq!(report.win_rate, 0.0),
        None => {
            let odds = (report.win_rate / (1.0 - report.win_rate)).ln();
            assert!(report.logit.abs() > 8.0 || (odds - report.logit).abs() < 0.01);
        }
    }
}

/// The static logit for the side to move.
fn static_logit(position: &Position) -> f32 {
    let sign = match position.turn() {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    sign * Evaluator::new().white_logit(position)
}

/// Negamax without anything clever: the logit for the side to move, when the static value of a line's last position has
/// `share` in what that is worth.
fn plain(position: &Position, depth: u32, share: f32, is_root: bool) -> f32 {
    let mover = position.turn();
    let of = |winner| match winner == mover {
        true => f32::INFINITY,
        false => f32::NEG_INFINITY,
    };
    if depth == 0 {
        return static_logit(position);
    }
    if !is_root {
        let counted = separated_winner(position, Settings::default().counting_work);
        if let Some(winner) = counted.or_else(|| decided_winner(position)) {
            return of(winner);
        }
    }
    let moves = position.legal_moves();
    let values = moves.into_iter().map(|m| {
        let mut after = *position;
        after.play_unchecked(m);
        -plain(&after, depth - 1, share, false)
    });
    let best = values.fold(f32::NEG_INFINITY, f32::max);
    match depth == 1 && !is_root && best.is_finite() {
        true => share * static_logit(position) + (1.0 - share) * best,
        false => best,
    }
}

/// A small board with so many moves at most.
fn small(seed: u64, most_moves: u64) -> Position {
    let mut rng = rng(seed);
    let sizes = [(4, 4), (5, 4), (5, 5), (6, 5), (6, 6)];
    let (columns, rows) = sizes[(seed % 5) as usize];
    let mut position = Position::standard(columns, rows).unwrap();
    while position.move_count() > most_moves
        && let Some(m) = position.random_move(&mut rng)
    {
        position.play_unchecked(m);
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_value_is_that_of_plain_negamax(
        seed in any::<u64>(),
        depth in 1..=4u32,
        percent in prop_oneof![Just(0), Just(50), 0..=AlphaBetaOptions::MOST_STATIC_PERCENT],
    ) {
        let position = small(seed, [2_000, 150, 50, 20][depth as usize - 1]);
        let options = whole().with_static_percent(percent).with_depth(depth);
        let report = search(options, &position, Limits::unlimited());
        check_report(&position, &report);
        // Counted before anything is searched.
        prop_assume!(report.depth > 0);
        let value = plain(&position, depth, percent as f32 / 100.0, true);
        // Values have steps of a five-hundredth, and a mean of two is rounded to one.
        let same = report.logit == value || (report.logit - value).abs() < 0.004;
        prop_assert!(same, "{} instead of {value} at {position}", report.logit);
    }

    #[test]
    fn any_position_can_be_searched(position in any_position(), nodes in 0..200u64) {
        let options = AlphaBetaOptions::new().with_memory_mib(8);
        let report = search(options, &position, Limits::nodes(nodes));
        check_report(&position, &report);
    }
}

#[test]
fn what_it_proves_is_true() {
    let mut rng = rng(5);
    let mut wins = 0;
    for round in 0..60 {
        let (columns, rows) = [(4, 3), (4, 4), (5, 3)][round % 3];
        let position = scattered(columns, rows, &mut rng);
        if position.empty().count() > 9 {
            continue;
        }
        let truth = match PlainNegamax::default().wins(&position) {
            true => Proven::Win,
            false => Proven::Loss,
        };
        let found = search(whole(), &position, Limits::unlimited());
        assert_eq!(found.proven, Some(truth), "{position}");
        // However little is looked at, nothing false is said to be proven.
        for width in [1, 2, 5] {
            let narrow = whole().with_width(width).with_slides(width);
            let found = search(
                narrow.with_selectivity(true),
                &position,
                Limits::nodes(2_000),
            );
            check_report(&position, &found);
            assert!(
                found.proven.is_none_or(|proven| proven == truth),
                "{position}"
            );
        }
        if truth == Proven::Win {
            wins += 1;
            let mut after = position;
            after.play(found.best_move.unwrap()).unwrap();
            assert!(!PlainNegamax::default().wins(&after), "{position}");
        }
    }
    assert!((10..50).contains(&wins), "{wins}");
}

#[test]
fn a_win_in_one_is_found() {
    let position: Position = "q1Q1*/****1/***** w".parse().unwrap();
    let report = search(AlphaBetaOptions::new(), &position, Limits::nodes(0));
    let mut after = position;
    after.play(report.best_move.unwrap()).unwrap();
    assert!(after.outcome().is_some());
    assert_eq!(report.proven, Some(Proven::Win));
}

#[test]
fn odd_boards_can_be_searched() {
    for position in odd() {
        for width in [1, 25, usize::MAX] {
            let options = AlphaBetaOptions::new().with_width(width).with_slides(width);
            let report = search(options, &position, Limits::nodes(50));
            check_report(&position, &report);
        }
    }
}

#[test]
fn limits_are_obeyed() {
    let start = Position::start();
    let options = || AlphaBetaOptions::new().with_memory_mib(16);
    for nodes in [0, 100, 3_000] {
        let report = search(options(), &start, Limits::nodes(nodes));
        // The root is looked at whatever the limit: itself and all slides, 80 at the start. A position that was begun is ended.
        let most = nodes.max(81) + 1 + AlphaBetaOptions::DEFAULT_SLIDES as u64;
        assert!(
            report.nodes <= most && report.nodes >= nodes,
            "{}",
            report.nodes
        );
        check_report(&start, &report);
    }
    let report = search(options(), &start, Limits::visits(300));
    assert_eq!(report.visits, 300);
    let begin = Instant::now();
    let report = search(options(), &start, Limits::time(Duration::from_millis(50)));
    assert!(report.seconds >= 0.05 && begin.elapsed() < Duration::from_secs(5));
    let clock = Clock::new(Duration::from_secs(2));
    let report = search(options(), &start, Limits::clock(clock));
    assert!(
        report.seconds > 0.01 && report.seconds < 1.0,
        "{}",
        report.seconds
    );
}

#[test]
fn a_stop_from_another_thread_ends_it() {
    let mut search = AlphaBeta::new(AlphaBetaOptions::new()).unwrap();
    let stop = Stop::new();
    thread::scope(|scope| {
        let running =
            scope.spawn(|| search.search(&Position::start(), &Limits::unlimited(), &stop));
        thread::sleep(Duration::from_millis(50));
        stop.stop();
        let report = running.join().unwrap();
        check_report(&Position::start(), &report);
        assert!(report.seconds < 2.0, "{}", report.seconds);
    });
    let report = search.search(&Position::start(), &Limits::unlimited(), &stop);
    check_report(&Position::start(), &report);
    assert_eq!(report.depth, 1);
}

#[test]
fn a_search_is_the_same_whatever_was_searched_before() {
    let mut search = AlphaBeta::new(AlphaBetaOptions::new().with_memory_mib(32)).unwrap();
    let mut game = Position::start();
    let mut look = |position: &Position| {
        let report = search.search(position, &Limits::nodes(2_000), &Stop::new());
        (report.best_move, report.logit, report.depth, report.visits)
    };
    let first = look(&game);
    game.play(first.0.unwrap()).unwrap();
    look(&game);
    assert_eq!(look(&Position::start()), first);
}

#[test]
fn a_kept_table_saves_work() {
    let options = AlphaBetaOptions::new()
        .with_memory_mib(64)
        .with_kept_table(true);
    let mut search = AlphaBeta::new(options.with_depth(4)).unwrap();
    let start = Position::start();
    let first = search.search(&start, &Limits::unlimited(), &Stop::new());
    let again = search.search(&start, &Limits::unlimited(), &Stop::new());
    assert!(
        again.nodes < first.nodes / 4,
        "{} {}",
        first.nodes,
        again.nodes
    );
    assert_eq!(again.best_move, first.best_move);
}
