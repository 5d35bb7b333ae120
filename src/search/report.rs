//! What a search has found out, read off the tree.

use core::cmp::Reverse;
use core::sync::atomic::Ordering;
use core::time::Duration;

use rand::{Rng, RngExt};

use super::arena::NONE;
use super::choice::RootChoice;
use super::confidence::win_probability;
use super::edge::{Edge, Proof};
use super::record::Record;
use super::tree::Tree;
use crate::board::{Color, Move, Position, Square};
use crate::endgame::separated_totals;
use crate::territory::Ownership;

/// What a search says about a position.
///
/// Its serde form is the JSON that all of the program's commands print.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The move to play: the most-visited slide's most-visited shot, unless a proof says otherwise. `None` when there is no
    /// legal move.
    pub best_move: Option<Move>,
    /// The probability, 0 to 1, that the side to move at the root wins: the mean of the values that the best move's
    /// simulations came to, made as sure as games of self-play have shown that it may be.
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
    /// The best moves, best first, as many as were asked for and visited.
    pub lines: Vec<Line>,
    /// Whose each square of the board will be, a1, b1, ... row by row: +1 White's for sure, -1 Black's for sure.
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
        let most = candidates.clone().map(|line| line.visits.max(1)).max()? as f64;
        // Relative to the greatest, no power is out of range.
        let weigh = |line: &Line| match temperature {
            cold if cold <= 0.0 => 0.0,
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

/// A child that was chosen before, for comparing.
#[derive(Clone, Copy)]
struct Candidate {
    record: Record,
    edge: Edge,
}

impl Candidate {
    /// Better candidates have greater keys: a proven win, then visits, then the mean; a proven loss comes last.
    fn key(&self) -> (u8, u32, u32) {
        let class = match self.edge.proof() {
            Some(Proof::Win) => 2,
            None => 1,
            Some(Proof::Loss) => 0,
        };
        // Probabilities are not negative, and such floats are ordered as their bits are.
        (class, self.edge.visits(), self.win_rate().to_bits())
    }

    fn win_rate(&self) -> f32 {
        match self.edge.proof() {
            Some(proof) => proof.value(),
            None => self
                .edge
                .mean()
                .unwrap_or_else(|| self.record.win_probability()),
        }
    }
}

/// A whole move with what the tree knows of it.
pub(super) struct Found {
    pub(super) first: Move,
    candidate: Candidate,
}

impl Found {
    pub(super) fn win_rate(&self) -> f32 {
        self.candidate.win_rate()
    }
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
        let found = self.best_moves(lines.max(1), choice);
        let won = |found: &Found| found.candidate.edge.proof() == Some(Proof::Win);
        let proven = match choice {
            None => self.proof(),
            // A move that can't be chosen proves nothing of those that can.
            Some(_) if found.first().is_some_and(won) => Some(Proof::Win),
            Some(_) => self.proof().filter(|&proof| proof == Proof::Loss),
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

    /// The best whole moves of all, or of the allowed ones: first the one to play, then the others by visits.
    fn best_moves(&self, count: usize, choice: Option<&RootChoice>) -> Vec<Found> {
        let root = self.root.load(Ordering::Acquire);
        let Some(best) = self.best_move(root, choice) else {
            return Vec::new();
        };
        let mut others = Vec::new();
        if count > 1 {
            for (record, _, edge) in self.arena.children(root) {
                let (from, to) = record.as_slide();
                let slid = edge.link();
                if slid == NONE {
                    continue;
                }
                for (record, _, edge) in self.arena.children(slid) {
                    let first = Move::new(from, to, record.as_shot());
                    let allowed = choice.is_none_or(|choice| choice.allows(first));
                    if allowed && first != best.first && edge.visits() > 0 {
                        others.push(Found {
                            first,
                            candidate: Candidate { record, edge },
                        });
                    }
                }
            }
            others.sort_by_key(|found| Reverse(found.candidate.key()));
            others.truncate(count - 1);
        }
        let mut found = vec![best];
        found.append(&mut others);
        found
    }

    /// The most-visited slide's most-visited shot, or what a proof says.
    pub(super) fn best_move(&self, root: u32, choice: Option<&RootChoice>) -> Option<Found> {
        if choice.is_none()
            && let Some(&m) = self.winning_move.get()
        {
            return Some(self.solved(root, m));
        }
        let slide = self.best_child(root, |record, edge| match choice {
            None => Some(edge),
            Some(choice) => self.see_slide(choice, record, edge),
        })?;
        let (from, to) = slide.record.as_slide();
        let arrows = choice.map(|choice| choice.arrows(from, to));
        let allows = |arrow| arrows.is_none_or(|arrows| arrows.contains(arrow));
        let see_shot = |record: Record, edge| allows(record.as_shot()).then_some(edge);
        let shot = match self.best_child(slide.edge.link(), see_shot) {
            Some(shot) => shot,
            None => {
                let record = self.best_static_shot(&self.position, from, to, allows)?;
                Candidate {
                    record,
                    edge: slide.edge,
                }
            }
        };
        Some(Found {
            first: Move::new(from, to, shot.record.as_shot()),
            candidate: shot,
        })
    }

    /// A move of the root that the solver has found to win.
    fn solved(&self, root: u32, m: Move) -> Found {
        let edge = self
            .find_child(root, |slide| slide.as_slide() == (m.from, m.to))
            .and_then(|(_, slide)| self.find_child(slide.link(), |shot| shot.as_shot() == m.arrow))
            .map_or(Edge::default(), |(_, edge)| edge);
        Found {
            first: m,
            candidate: Candidate {
                record: Record::new(Record::shot(m.arrow), f32::INFINITY),
                edge: edge.with_visits(edge.visits(), edge.value_sum(), Some(Proof::Win)),
            },
        }
    }

    /// The child of a node to play among those that `see` lets through, with what it shows of them: chosen ones first,
    /// else the first of all.
    fn best_child(
        &self,
        node: u32,
        see: impl Fn(Record, Edge) -> Option<Edge>,
    ) -> Option<Candidate> {
        if node == NONE {
            return None;
        }
        let mut children = self.arena.children(node);
        let best = children
            .by_ref()
            .filter_map(|(record, _, edge)| {
                see(record, edge).map(|edge| Candidate { record, edge })
            })
            // `max_by_key` prefers the last of equals; the first has the better static value.
            .reduce(|best, next| if next.key() > best.key() { next } else { best });
        let unchosen = children
            .remaining_records()
            .find(|&record| see(record, Edge::default()).is_some());
        match best {
            Some(best) if best.edge.proof() != Some(Proof::Loss) || unchosen.is_none() => {
                Some(best)
            }
            _ => unchosen.map(|record| Candidate {
                record,
                edge: Edge::default(),
            }),
        }
    }

    /// The shot that the evaluation prefers after a slide, for slides whose node is gone.
    fn best_static_shot(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        allows: impl Fn(Square) -> bool,
    ) -> Option<Record> {
        let slid = position.slide_unchecked(from, to);
        let sign = slid.mover().sign() as f32;
        let mut white_logits = Vec::new();
        self.evaluator
            .white_logits_after_shots(&slid, slid.shots(), &mut white_logits);
        slid.shots()
            .iter()
            .zip(white_logits)
            .filter(|&(arrow, _)| allows(arrow))
            .map(|(arrow, white_logit)| Record::new(Record::shot(arrow), sign * white_logit))
            .min_by_key(|record| record.rank())
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
            margin: position.turn().sign() as f32 * white_margin(&end),
            proven: found.candidate.edge.proof().map(Proven::from),
            pv,
        }
    }

    /// The child of a node to play, if it was visited.
    fn visited_child(&self, node: u32) -> Option<Candidate> {
        self.best_child(node, |_, edge| Some(edge))
            .filter(|child| child.edge.visits() > 0)
    }
}

/// Search that counting the end of a principal variation may take: a fraction of a millisecond, for which a request to
/// stop has to wait once a line.
const MARGIN_WORK: u64 = 5_000;

/// White's expected margin: counted where the position is separated, else by the evaluation.
pub(super) fn white_margin(position: &Position) -> f32 {
    match separated_totals(position, MARGIN_WORK) {
        Some(totals) => {
            let (own, other) = match position.turn() {
                Color::White => (totals.white, totals.black),
                Color::Black => (totals.black, totals.white),
            };
            position.turn().sign() as f32 * counted_margin(own, other)
        }
        None => Ownership::of(position).white_margin,
    }
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
