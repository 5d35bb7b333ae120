//! Which moves are best by what the tree holds.

use core::cmp::{Ordering, Reverse};
use core::sync::atomic::Ordering as MemoryOrdering;

use super::arena::NONE;
use super::choice::RootChoice;
use super::edge::{Edge, Proof};
use super::record::Record;
use super::tree::Tree;
use crate::board::{Move, Position, Square};

/// A child that was chosen before, for comparing.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) record: Record,
    pub(super) edge: Edge,
}

/// A child with fewer visits than one in so many of its most visited sibling's is not played: its mean says too little.
/// `docs/experiments.md` has the matches that this and [`DOUBT_OF_A_VISIT`] come from.
const TRUSTED_ONE_IN: u64 = 5;

/// What a mean may be wrong by, multiplied by the root of its visits.
const DOUBT_OF_A_VISIT: f32 = 0.3;

impl Candidate {
    /// Candidates that were looked at more have greater keys: a proven win, then visits, then the mean; a proven loss
    /// comes last.
    fn rank(&self) -> (u8, u32, u32) {
        // Probabilities are not negative, and such floats are ordered as their bits are.
        let mean = self.win_rate().to_bits();
        (self.class(), self.edge.visits(), mean)
    }

    /// How two children compare as the one to play, `most` being the visits of the most visited one that is not
    /// proven: a proven win first and a proven loss last, then those that are trusted, then by what the mean is at least.
    fn compare(&self, other: &Candidate, most: u32) -> Ordering {
        let order = |candidate: &Candidate| (candidate.class(), candidate.is_trusted(most));
        order(self)
            .cmp(&order(other))
            .then(self.lower_bound().total_cmp(&other.lower_bound()))
    }

    fn class(&self) -> u8 {
        match self.edge.proof() {
            Some(Proof::Win) => 2,
            None => 1,
            Some(Proof::Loss) => 0,
        }
    }

    fn is_trusted(&self, most: u32) -> bool {
        u64::from(self.edge.visits()) * TRUSTED_ONE_IN >= u64::from(most)
    }

    fn lower_bound(&self) -> f32 {
        self.win_rate() - DOUBT_OF_A_VISIT / (self.edge.visits().max(1) as f32).sqrt()
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
    pub(super) candidate: Candidate,
}

impl Found {
    pub(super) fn win_rate(&self) -> f32 {
        self.candidate.win_rate()
    }
}

impl Tree {
    /// The best whole moves of all, or of the allowed ones: first the one to play, then the others by visits.
    pub(super) fn best_moves(&self, count: usize, choice: Option<&RootChoice>) -> Vec<Found> {
        let root = self.root.load(MemoryOrdering::Acquire);
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
            others.sort_by_key(|found| Reverse(found.candidate.rank()));
            others.truncate(count - 1);
        }
        let mut found = vec![best];
        found.append(&mut others);
        found
    }

    /// The best slide's best shot, or what a proof says.
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

    /// The child of a node to play among those that `see` lets through, with what it shows of them: the best of the chosen
    /// ones, else the first of all.
    fn best_child(
        &self,
        node: u32,
        see: impl Fn(Record, Edge) -> Option<Edge>,
    ) -> Option<Candidate> {
        if node == NONE {
            return None;
        }
        let mut children = self.arena.children(node);
        let chosen: Vec<Candidate> = children
            .by_ref()
            .filter_map(|(record, _, edge)| {
                see(record, edge).map(|edge| Candidate { record, edge })
            })
            .collect();
        let open = chosen.iter().filter(|child| child.edge.proof().is_none());
        let most = open.map(|child| child.edge.visits()).max().unwrap_or(0);
        let best = chosen.into_iter().reduce(|best, next| {
            // The first of equals has the better static value.
            if next.compare(&best, most).is_gt() {
                next
            } else {
                best
            }
        });
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

    /// The child of a node to play, if it was visited.
    pub(super) fn visited_child(&self, node: u32) -> Option<Candidate> {
        self.best_child(node, |_, edge| Some(edge))
            .filter(|child| child.edge.visits() > 0)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// A child by visits, mean and proof.
    fn child(visits: u32, mean: f32, proof: Option<Proof>) -> Candidate {
        Candidate {
            record: Record::new(Record::shot(Square::ALL[0]), 0.0),
            edge: Edge::default().with_visits(visits, mean * visits as f32, proof),
        }
    }

    #[test]
    fn the_better_bound_of_trusted_children_is_played() {
        let most = 1_000;
        let beats = |one: Candidate, other: Candidate| {
            assert_eq!(one.compare(&other, most), Ordering::Greater);
            assert_eq!(other.compare(&one, most), Ordering::Less);
        };
        let usual = child(most, 0.5, None);
        beats(child(300, 0.55, None), usual);
        beats(child(200, 0.55, None), usual);
        beats(usual, child(199, 0.55, None));
        // Three hundredths by root of a hundred visits, less than one by root of a thousand.
        beats(usual, child(200, 0.505, None));
        beats(child(1, 0.1, Some(Proof::Win)), child(most, 0.99, None));
        beats(child(1, 0.1, None), child(most, 0.99, Some(Proof::Loss)));
        assert_eq!(usual.compare(&usual, most), Ordering::Equal);
        let unvisited = |logit| Candidate {
            record: Record::new(Record::shot(Square::ALL[0]), logit),
            edge: Edge::default(),
        };
        assert!(unvisited(1.0).compare(&unvisited(0.5), 0).is_gt());
        assert!(
            unvisited(1.0)
                .compare(&child(200, 0.01, None), most)
                .is_lt()
        );
    }
}
