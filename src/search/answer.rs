//! What is known of a position without a search.

use super::choice::RootChoice;
use super::edge::Proof;
use super::report::{Line, Proven, Report, counted_margin, expected_margin, ownership};
use crate::board::{Move, Position};
use crate::endgame::{Effort, is_separated, longest_fill_within};

/// The report on a position that needs no search: the game is over or a move ends it, or the sides never meet again and their
/// moves can be counted with this effort a side. `None` for all others.
///
/// The counted best move may be one that is not allowed: then the search has to find another.
pub(super) fn report_without_search(
    position: &Position,
    lines: usize,
    choice: Option<&RootChoice>,
    effort: Effort,
) -> Option<Report> {
    let mover = position.turn();
    let mut report = Report {
        win_rate: 0.0,
        proven: Some(Proven::Loss),
        ownership: ownership(position, &[]),
        ..Report::unknown()
    };
    if !position.has_move() {
        report.margin = expected_margin(position, mover, effort.bytes);
        return Some(report);
    }
    if let Some(m) = winning_move_at_once(position, choice) {
        let mut end = *position;
        end.play_unchecked(m);
        report.margin = expected_margin(&end, mover, effort.bytes);
        report.say_proven(Proven::Win, vec![m], lines);
        return Some(report);
    }
    if !is_separated(position) {
        return None;
    }
    let own = longest_fill_within(position, mover, effort)?.moves;
    let other = longest_fill_within(position, !mover, effort)?.moves;
    let best = *own.first()?;
    if choice.is_some_and(|choice| !choice.allows(best)) {
        return None;
    }
    let (own_total, other_total) = (own.len() as u32, other.len() as u32);
    let proven = if own_total > other_total {
        Proven::Win
    } else {
        Proven::Loss
    };
    report.margin = counted_margin(own_total, other_total);
    let mut pv: Vec<Move> = own.iter().zip(&other).flat_map(|(&a, &b)| [a, b]).collect();
    if own.len() > other.len() {
        pv.push(own[other.len()]);
    }
    report.say_proven(proven, pv, lines);
    Some(report)
}

impl Report {
    /// Says what follows from a principal variation that is certain.
    fn say_proven(&mut self, proven: Proven, pv: Vec<Move>, lines: usize) {
        self.proven = Some(proven);
        self.win_rate = Proof::from(proven).value();
        self.best_move = pv.first().copied();
        self.lines.extend(self.best_move.map(|first| Line {
            first,
            visits: 0,
            win_rate: self.win_rate,
            margin: self.margin,
            proven: self.proven,
            pv,
        }));
        self.lines.truncate(lines);
    }
}

/// A move that leaves the opponent without one.
fn winning_move_at_once(position: &Position, choice: Option<&RootChoice>) -> Option<Move> {
    let mover = position.turn();
    let around = position.amazons(!mover).neighbours();
    for from in position.amazons(mover) {
        // The slide takes one of the opponent's squares at most, the arrow another, and the square left may be one more.
        if (around & position.empty()).count() > 2 {
            return None;
        }
        for to in position.slides_from(from) {
            let open = around & position.empty().with(from).without(to);
            let mut arrows = match choice {
                None => position.shots(from, to),
                Some(choice) => choice.arrows(from, to),
            };
            match open.count() {
                0 => {}
                1 => arrows &= open,
                _ => continue,
            }
            if let Some(arrow) = arrows.first() {
                return Some(Move::new(from, to, arrow));
            }
        }
    }
    None
}
