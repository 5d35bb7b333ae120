//! What must hold of a report.

use std::collections::BTreeSet;

use amazons::{Engine, EngineOptions, Game, Limits, Move, Position, Proven};

use super::super::brute::Brute;
use super::BRUTE_EMPTIES;

/// Simulations of the search.
const SEARCH_VISITS: u64 = 40;

/// A report says something that can be, whatever was searched.
pub fn search(position: &Position) {
    let options = EngineOptions::new()
        .with_threads(1)
        .with_memory_mib(8)
        .with_lines(4);
    let mut engine = Engine::new(options).unwrap();
    let report = engine.search(position, Limits::visits(SEARCH_VISITS));
    assert_eq!(
        report.best_move.is_some(),
        position.has_move(),
        "{position}"
    );
    assert!(report.visits <= SEARCH_VISITS, "{position}");
    assert!((0.0..=1.0).contains(&report.win_rate), "{position}");
    assert!(
        report.margin.abs() <= 100.0,
        "{position}: {}",
        report.margin
    );
    assert_eq!(report.ownership.len() as u32, position.squares().count());
    assert!(
        report.ownership.iter().all(|owned| owned.abs() <= 1.0),
        "{position}"
    );
    let margins = report.lines.iter().map(|line| line.margin);
    let numbers = margins
        .chain([report.margin, report.win_rate])
        .chain(report.ownership.iter().copied());
    for number in numbers {
        let is_negative_zero = number == 0.0 && number.is_sign_negative();
        assert!(!is_negative_zero, "{position}: {report:?}");
    }
    let first = report.lines.first().map(|line| line.first);
    assert_eq!(first, report.best_move, "{position}");
    let firsts: BTreeSet<Move> = report.lines.iter().map(|line| line.first).collect();
    assert_eq!(firsts.len(), report.lines.len(), "{position}: a line twice");
    for line in &report.lines {
        assert_eq!(line.pv.first(), Some(&line.first), "{position}");
        Game::from_moves(*position, line.pv.iter().copied()).unwrap();
        assert!((0.0..=1.0).contains(&line.win_rate), "{position}");
    }
    if !position.has_move() {
        assert_eq!(report.proven, Some(Proven::Loss), "{position}");
    }
    if let Some(proven) = report.proven {
        let wins = proven == Proven::Win;
        assert_eq!(report.win_rate, if wins { 1.0 } else { 0.0 }, "{position}");
        if position.empty().count() <= BRUTE_EMPTIES {
            assert_eq!(Brute::default().mover_wins(position), wins, "{position}");
        }
    }
}
