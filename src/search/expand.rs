//! New nodes: all children of a position or slid position evaluated, ordered, and packed.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::arena::Supply;
use super::edge::Proof;
use super::history::Kind;
use super::record::Record;
use super::tree::Tree;
use crate::board::{Color, Position, Slid, Square};
use crate::endgame::Pockets;

/// What a simulation finds at its end.
pub(super) struct Leaf {
    /// The probability that the side to move, or to shoot, wins.
    pub(super) value: f32,
    pub(super) proof: Option<Proof>,
    /// The new node; `None` when there is nothing to choose, or no memory.
    pub(super) node: Option<u32>,
    /// Static evaluations done for it.
    pub(super) evaluated: u32,
}

impl Leaf {
    pub(super) fn proven(proof: Proof) -> Leaf {
        Leaf {
            value: proof.value(),
            proof: Some(proof),
            node: None,
            evaluated: 0,
        }
    }

    /// Where the tree has no memory for another child, the child's static value has to do.
    pub(super) fn without_node(child: Record) -> Leaf {
        Leaf {
            value: child.win_probability(),
            proof: None,
            node: None,
            evaluated: 0,
        }
    }
}

/// A worker's lists, and what it knows of pockets, kept from one expansion to the next.
pub(super) struct Scratch {
    slides: Vec<(Square, Square)>,
    white_logits: Vec<f32>,
    records: Vec<Record>,
    pockets: Pockets,
}

impl Scratch {
    pub(super) fn new() -> Scratch {
        Scratch {
            slides: Vec::new(),
            white_logits: Vec::new(),
            records: Vec::new(),
            pockets: Pockets::new(),
        }
    }

    /// Bytes set aside: no position has more slides than this, 100 squares times 35.
    pub(super) const BYTES: usize = 3_500 * (2 + 4 + 4) + Pockets::BYTES;
}

impl Tree {
    /// Expands a position: its children are the slides of the side to move.
    pub(super) fn expand_position(
        &self,
        supply: &mut Supply,
        scratch: &mut Scratch,
        position: &Position,
    ) -> Leaf {
        let mover = position.turn();
        if let Some(winner) = self.settings.known_winner(position, &mut scratch.pockets) {
            return Leaf::proven(if winner == mover {
                Proof::Win
            } else {
                Proof::Loss
            });
        }
        self.expand_slides(supply, scratch, position, None)
    }

    /// Expands a position without asking whether it can be counted. A seed shuffles children of equal value.
    pub(super) fn expand_slides(
        &self,
        supply: &mut Supply,
        scratch: &mut Scratch,
        position: &Position,
        seed: Option<u64>,
    ) -> Leaf {
        scratch.slides.clear();
        for from in position.amazons(position.turn()) {
            scratch
                .slides
                .extend(position.slides_from(from).iter().map(|to| (from, to)));
        }
        if scratch.slides.is_empty() {
            return Leaf::proven(Proof::Loss);
        }
        self.evaluator.white_logits_after_slides(
            position,
            &scratch.slides,
            &mut scratch.white_logits,
        );
        let moves = scratch
            .slides
            .iter()
            .map(|&(from, to)| Record::slide(from, to));
        self.correct(
            position.turn(),
            Kind::Slide,
            moves.clone(),
            &mut scratch.white_logits,
        );
        self.disturb(position.zobrist_hash(), &mut scratch.white_logits);
        pack(
            &mut scratch.records,
            position.turn(),
            moves,
            &scratch.white_logits,
        );
        if let Some(seed) = seed {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            scratch
                .records
                .sort_by_cached_key(|record| (record.rank() >> 16, rng.random::<u32>()));
        }
        self.finish(supply, &scratch.records)
    }

    /// Expands a slid position: its children are the shots.
    pub(super) fn expand_slid(
        &self,
        supply: &mut Supply,
        scratch: &mut Scratch,
        slid: &Slid,
    ) -> Leaf {
        let shots = slid.shots();
        self.evaluator
            .white_logits_after_shots(slid, shots, &mut scratch.white_logits);
        let moves = shots.iter().map(Record::shot);
        self.correct(
            slid.mover(),
            Kind::Shot,
            moves.clone(),
            &mut scratch.white_logits,
        );
        self.disturb(slid.zobrist_hash(), &mut scratch.white_logits);
        pack(
            &mut scratch.records,
            slid.mover(),
            moves,
            &scratch.white_logits,
        );
        self.finish(supply, &scratch.records)
    }

    /// Adds to static values what was learnt of the moves.
    fn correct(
        &self,
        side: Color,
        kind: Kind,
        moves: impl Iterator<Item = u16>,
        white_logits: &mut [f32],
    ) {
        if self.settings.history > 0.0 {
            let corrections = self.history.corrections(side, kind);
            let factor = side.sign() as f32 * self.settings.history;
            for (squares, logit) in moves.zip(white_logits) {
                *logit += factor * corrections.logit(squares);
            }
        }
    }

    fn disturb(&self, hash: u64, white_logits: &mut [f32]) {
        if self.noise.deviation > 0.0 {
            self.noise.disturb(hash, white_logits);
        }
    }

    fn finish(&self, supply: &mut Supply, records: &[Record]) -> Leaf {
        let Some(best) = records.first() else {
            return Leaf::proven(Proof::Loss);
        };
        let (mut priors, mut sum) = (0.0, 0.0);
        for &record in records {
            let prior = self.priors.of(record);
            priors += prior;
            sum += prior * record.win_probability();
        }
        let best = best.win_probability();
        let node = self.arena.make_node(supply, records, 1.0 / priors);
        Leaf {
            value: best + self.settings.leaf_mean * (sum / priors - best),
            proof: None,
            node,
            evaluated: records.len() as u32,
        }
    }
}

/// Makes the records of a node's children, best for `chooser` first; equal ones in the order of their squares.
fn pack(
    records: &mut Vec<Record>,
    chooser: Color,
    moves: impl Iterator<Item = u16>,
    white_logits: &[f32],
) {
    let sign = chooser.sign() as f32;
    records.clear();
    records.extend(
        moves
            .zip(white_logits)
            .map(|(m, &logit)| Record::new(m, sign * logit)),
    );
    records.sort_unstable_by_key(|record| record.rank());
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::search::edge::Edge;
    use crate::search::history::Lesson;
    use crate::search::settings::Settings;

    /// The values of a new node's children for the side that chooses, in doublings, with the moves' squares.
    fn children(tree: &Tree, leaf: &Leaf) -> Vec<(u16, f32)> {
        let mut found: Vec<(u16, f32)> = tree
            .arena
            .children(leaf.node.unwrap())
            .remaining_records()
            .map(|record| (record.squares(), record.doublings()))
            .collect();
        found.sort_by_key(|child| child.0);
        found
    }

    #[test]
    fn what_was_learnt_raises_a_move_for_its_own_side() {
        let white: Position = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w".parse().unwrap();
        let black: Position = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b".parse().unwrap();
        for (position, first) in [(white, "d1-d7/g7"), (black, "d10-d4/g4")] {
            let m: Move = first.parse().unwrap();
            let slid = position.slide(m.from, m.to).unwrap();
            let mut tree = Tree::new(1, 4 << 20, Settings::default(), 0).unwrap();
            let (mut supply, mut scratch) = (Supply::new(), Scratch::new());
            let mut look = |tree: &Tree| {
                let slides = tree.expand_slides(&mut supply, &mut scratch, &position, None);
                let shots = tree.expand_slid(&mut supply, &mut scratch, &slid);
                (children(tree, &slides), children(tree, &shots))
            };
            let before = look(&tree);
            let won = Edge::default().with_visits(4, 3.9, None);
            let (slide, shot) = (Record::slide(m.from, m.to), Record::shot(m.arrow));
            for side in [!position.turn(), position.turn()] {
                for (kind, good, other) in [
                    (Kind::Slide, slide, slide + 1),
                    (Kind::Shot, shot, shot + 1),
                ] {
                    for _ in 0..20 {
                        tree.history
                            .learn(Lesson::of(side, kind, Record::new(good, 0.0), won).unwrap());
                        let even = Edge::default().with_visits(4, 2.0, None);
                        tree.history
                            .learn(Lesson::of(side, kind, Record::new(other, 0.0), even).unwrap());
                    }
                }
                let after = look(&tree);
                if side != position.turn() {
                    assert_eq!(after, before, "the other side's moves");
                    continue;
                }
                for (squares, before, after) in
                    [(slide, &before.0, &after.0), (shot, &before.1, &after.1)]
                {
                    let value = |of: &[(u16, f32)], squares| {
                        of.iter().find(|child| child.0 == squares).unwrap().1
                    };
                    let gain = |squares| value(after, squares) - value(before, squares);
                    // Half of 3 doublings, 20 of 24 parts of it; the other move lies as far below the mean.
                    assert!(
                        (gain(squares) - 1.25).abs() < 0.01,
                        "{first}: {}",
                        gain(squares)
                    );
                    let rest = before
                        .iter()
                        .map(|child| child.0)
                        .find(|&other| other != squares && other != squares + 1);
                    assert_eq!(gain(rest.unwrap()), 0.0);
                }
            }
            tree.reset(&position);
            assert_eq!(look(&tree), before, "another search has learnt nothing");
        }
    }
}
