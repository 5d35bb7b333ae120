//! Searches and what must hold of any report.

use amazons::{Position, Proven, Report};

/// The thread counts that this build can search with.
pub fn thread_counts() -> &'static [usize] {
    if cfg!(feature = "parallel") {
        &[1, 2]
    } else {
        &[1]
    }
}

/// What must hold of any report, on any position.
pub fn check_report(position: &Position, report: &Report) {
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
