//! What a search has found out, read off the tree.

use core::sync::atomic::Ordering;
use core::time::Duration;

use rand::{Rng, RngExt};

use super::best::Found;
use super::choice::RootChoice;
use super::confidence::win_probability;
use super::counting::at_end;
use super::edge::Proof;
use super::tree::Tree;
use crate::board::{Color, Move, Position};
use crate::endgame::separated_totals_within;
use crate::territory::Ownership;

/// What a search says about a position.
///
/// Its serde form is the JSON that all of the program's commands print.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The move to play, chosen in two steps: among the slides with at least a fifth of the most-visited slide's visits, the
    /// one with the highest lower bound, its simulations' mean value less a term that shrinks with their number; then the
    /// same among its shots. A proof overrides this. `None` when there is no legal move.
    pub best_move: Option<Move>,
    /// The probability, 0 to 1, that the side to move at the root wins: the mean of the values that the best move's
    /// simulations came to, calibrated on games of self-play.
    pub win_rate: f32,
    /// Expected number of moves the winner has left when the loser is out of moves; positive when good for the side to
    /// move at the root.
    pub margin: f32,
    /// What is certain for the side to move at the root, if anything is. Where only some moves may be chosen, a win is
    /// one by such a move, and a loss one whatever is moved.
    pub proven: Option<Proven>,
    /// Simulations that went through the root's moves, or those that may be chosen; those of earlier searches that the
    /// tree still holds included.
    pub visits: u64,
    /// Nodes of the tree made in this search.
    pub nodes: u64,
    /// Static evaluations done in this search.
    pub evaluations: u64,
    /// Time taken.
    pub seconds: f64,
    /// The best move and then the others by visits, as many as were asked for and visited.
    pub lines: Vec<Line>,
    /// Whose each square of the board will be: +1 White's for sure, -1 Black's for sure. One value a square, a1, b1, ... row
    /// by row, in the order of [`Position::squares`]; empty where it was left out.
    pub ownership: Vec<f32>,
}

impl Report {
    /// The report of a search that found out nothing.
    pub(super) fn unknown() -> Report {
        Report {
            best_move: None,
            win_rate: 0.5,
            margin: 0.0,
            proven: None,
            visits: 0,
            nodes: 0,
            evaluations: 0,
            seconds: 0.0,
            lines: Vec::new(),
            ownership: Vec::new(),
        }
    }
}

impl Report {
    /// A move drawn from the lines, each as likely as its visits to the power of one over `temperature`: the best move at
    /// 0, in proportion to the visits at 1, any alike at infinity.
    ///
    /// The best move counts one visit more than the most visited of the others, if it has not more itself.
    ///
    /// Only the report's lines are drawn from, so ask for [as many](crate::Request::with_lines) as are to have a chance. A
    /// proven win is always taken; a proven loss never, unless there is nothing else. A temperature that is negative or
    /// no number counts as 0.
    ///
    /// ```
    /// use amazons::{Engine, EngineOptions, Limits, Position, Request};
    /// use rand::SeedableRng;
    /// let mut engine = Engine::new(EngineOptions::new().with_threads(1).with_memory_mib(16))?;
    /// let request = Request::new(&Position::start())
    ///     .with_limits(Limits::visits(300))
    ///     .with_lines(20);
    /// let report = engine.begin(request)?.wait();
    /// let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
    /// assert_eq!(report.choose(0.0, &mut rng), report.best_move);
    /// let drawn = report.choose(1.0, &mut rng).unwrap();
    /// assert!(report.lines.iter().any(|line| line.first == drawn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn choose<R: Rng + ?Sized>(&self, temperature: f64, rng: &mut R) -> Option<Move> {
        let best = self.lines.first();
        if best.is_none_or(|best| best.proven.is_some()) || temperature.is_nan() {
            return self.best_move;
        }
        let candidates = self.lines.iter().filter(|line| line.proven.is_none());
        let others = candidates.clone().skip(1).map(|line| line.visits).max();
        let most = self.lines[0]
            .visits
            .max(others.unwrap_or(0).saturating_add(1)) as f64;
        // Relative to the greatest, no power is out of range.
        let weigh = |line: &Line| match temperature {
            cold if cold <= 0.0 => 0.0,
            _ if Some(line.first) == self.best_move => 1.0,
            warm => (line.visits.max(1) as f64 / most).powf(1.0 / warm),
        };
        let sum: f64 = candidates.clone().map(weigh).sum();
        let mut left = rng.random::<f64>() * sum;
        let mut drawn = self.best_move;
        for line in candidates {
            let weight = weigh(line);
            if weight > left {
                return Some(line.first);
            }
            left -= weight;
            if weight > 0.0 {
                drawn = Some(line.first);
            }
        }
        drawn
    }
}

/// One of the best moves.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Line {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub first: Move,
    /// Simulations that went through it.
    pub visits: u64,
    /// The probability that the side to move at the root wins with it.
    pub win_rate: f32,
    /// As [`Report::margin`], at the end of the principal variation.
    pub margin: f32,
    /// What is certain of it for the side to move at the root.
    pub proven: Option<Proven>,
    /// The principal variation, which starts with the move itself.
    pub pv: Vec<Move>,
}

/// A game-theoretic result, for the side that the item holding it names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Proven {
    /// The side wins, whatever the other does.
    Win,
    /// The side loses, whatever it does.
    Loss,
}

impl From<Proof> for Proven {
    fn from(proof: Proof) -> Proven {
        match proof {
            Proof::Win => Proven::Win,
            Proof::Loss => Proven::Loss,
        }
    }
}

impl From<Proven> for Proof {
    fn from(proven: Proven) -> Proof {
        match proven {
            Proven::Win => Proof::Win,
            Proven::Loss => Proof::Loss,
        }
    }
}

/// The work of a search, beside its tree.
#[derive(Clone, Copy)]
pub(super) struct Spent {
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
    pub(super) time: Duration,
}

impl Tree {
    /// The report now. `reader` is the caller's number among the tree's readers.
    pub(super) fn report(
        &self,
        reader: usize,
        lines: usize,
        spent: Spent,
        choice: Option<&RootChoice>,
    ) -> Report {
        let _reading = self.epochs.enter(reader);
        let position = self.position;
        // Read before the moves: whoever proves the root has marked the move that does so by then.
        let proof = self.proof();
        let found = self.best_moves(lines.max(1), choice);
        let won = |found: &Found| found.candidate.edge.proof() == Some(Proof::Win);
        let proven = match choice {
            None => proof,
            // A move that can't be chosen proves nothing of those that can.
            Some(_) if found.first().is_some_and(won) => Some(Proof::Win),
            Some(_) => proof.filter(|&proof| proof == Proof::Loss),
        }
        .map(Proven::from);
        let mut lines_found: Vec<Line> = found
            .iter()
            .map(|found| self.line(&position, found))
            .collect();
        if proven == Some(Proven::Loss) {
            for line in &mut lines_found {
                (line.win_rate, line.proven) = (0.0, proven);
            }
        }
        let best = lines_found.first();
        let win_rate = match proven {
            Some(Proven::Win) => 1.0,
            Some(Proven::Loss) => 0.0,
            None => best.map_or(0.0, |line| line.win_rate),
        };
        Report {
            best_move: best.map(|line| line.first),
            win_rate,
            margin: best.map_or(0.0, |line| line.margin),
            proven,
            visits: self.visits.load(Ordering::Relaxed),
            nodes: spent.nodes,
            evaluations: spent.evaluations,
            seconds: spent.time.as_secs_f64(),
            ownership: ownership(&position, best.map_or(&[], |line| &line.pv)),
            lines: {
                lines_found.truncate(lines);
                lines_found
            },
        }
    }

    fn line(&self, position: &Position, found: &Found) -> Line {
        let mut pv = vec![found.first];
        let mut end = *position;
        end.play_unchecked(found.first);
        let mut node = found.candidate.edge.link();
        while let Some(slide) = self.visited_child(node)
            && let Some(shot) = self.visited_child(slide.edge.link())
        {
            let (from, to) = slide.record.as_slide();
            let next = Move::new(from, to, shot.record.as_shot());
            pv.push(next);
            end.play_unchecked(next);
            node = shot.edge.link();
        }
        Line {
            first: found.first,
            visits: u64::from(found.candidate.edge.visits()),
            win_rate: match found.candidate.edge.proof() {
                Some(proof) => proof.value(),
                None => {
                    let visits = self.visits.load(Ordering::Relaxed);
                    win_probability(position, found.win_rate(), visits)
                }
            },
            margin: expected_margin(&end, position.turn(), self.counting_bytes),
            proven: found.candidate.edge.proof().map(Proven::from),
            pv,
        }
    }
}

/// The expected margin of a side: counted where the position is separated, else by the evaluation.
pub(super) fn expected_margin(position: &Position, side: Color, counting_bytes: usize) -> f32 {
    let margin = match separated_totals_within(position, at_end(counting_bytes)) {
        Some(totals) => {
            let (own, other) = match position.turn() {
                Color::White => (totals.white, totals.black),
                Color::Black => (totals.black, totals.white),
            };
            (position.turn().sign() * side.sign()) as f32 * counted_margin(own, other)
        }
        None => side.sign() as f32 * Ownership::of(position).white_margin,
    };
    // A tie is no negative zero.
    margin + 0.0
}

/// The margin of the side to move when the sides have these moves left and never meet again.
pub(super) fn counted_margin(own: u32, other: u32) -> f32 {
    let difference = own as f32 - other as f32;
    // The mover wins with a move to spare for each beyond the one that it makes last.
    if difference > 0.0 {
        difference - 1.0
    } else {
        difference
    }
}

/// Whose the squares are: as the evaluation sees it at the end of `pv`, and before it where squares are taken by then.
pub(super) fn ownership(position: &Position, pv: &[Move]) -> Vec<f32> {
    let mut end = *position;
    for &m in pv {
        end.play_unchecked(m);
    }
    let (now, then) = (Ownership::of(position).squares, Ownership::of(&end).squares);
    position
        .squares()
        .iter()
        .map(|square| {
            let lasting = end.empty().contains(square);
            (if lasting { then } else { now })[square.index()]
        })
        .collect()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::board::Square;

    #[test]
    fn the_best_move_is_drawn_as_if_it_had_the_most_visits() {
        let line = |index: usize, visits| Line {
            first: Move::new(Square::ALL[index], Square::ALL[50], Square::ALL[60]),
            visits,
            win_rate: 0.5,
            margin: 0.0,
            proven: None,
            pv: Vec::new(),
        };
        let lines = vec![line(1, 300), line(2, 999), line(3, 100)];
        let report = Report {
            best_move: Some(lines[0].first),
            lines,
            ..Report::unknown()
        };
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut counts = |temperature| {
            let mut counts = [0u32; 3];
            for _ in 0..2_100 {
                let drawn = report.choose(temperature, &mut rng);
                let place = report
                    .lines
                    .iter()
                    .position(|line| Some(line.first) == drawn);
                counts[place.unwrap()] += 1;
            }
            counts
        };
        assert_eq!(counts(0.0), [2_100, 0, 0]);
        assert_eq!(counts(1e-9), [2_100, 0, 0]);
        let [best, most, least] = counts(1.0);
        assert!((900..1_100).contains(&best) && (900..1_100).contains(&most));
        assert!((60..140).contains(&least), "{least}");
    }
}
