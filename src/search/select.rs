//! Which child a simulation goes to.

use super::node::{Edge, EdgeAt, Proof, Record, Unchosen};
use super::tree::Tree;

/// Where a simulation goes from a node.
pub(super) enum Choice {
    /// To a child chosen before.
    Chosen(Record, EdgeAt, Edge),
    /// To the best of those never chosen.
    New(Unchosen),
    /// Nowhere: it is known who wins here.
    Proven(Proof),
}

impl Tree {
    /// Picks a child of `node`, which was visited `visits` times, by PUCT: mean value plus a bonus that grows with the
    /// prior and shrinks with the visits. A child without visits counts its static value; workers on their way count
    /// as visits that lost.
    pub(super) fn select(&self, node: u32, visits: u32) -> Choice {
        let power = 1.0 / self.settings.prior_temperature;
        let scale = self.arena.prior_scale(node)
            * self.settings.exploration
            * (visits.max(1) as f32).sqrt();
        let mut best: Option<(f32, Record, EdgeAt, Edge)> = None;
        let mut children = self.arena.children(node);
        for (record, at, edge) in children.by_ref() {
            match edge.proof() {
                Some(Proof::Win) => return Choice::Proven(Proof::Win),
                Some(Proof::Loss) => continue,
                None => {}
            }
            let (visits, in_flight) = (edge.visits(), edge.in_flight());
            let tries = visits + in_flight;
            let value = if visits > 0 {
                (edge.value_sum() as f32 / tries as f32).min(1.0)
            } else {
                record.win_probability() / (1 + in_flight) as f32
            };
            let score = value + scale * record.odds(power) / (1 + tries) as f32;
            if best.as_ref().is_none_or(|&(top, ..)| score > top) {
                best = Some((score, record, at, edge));
            }
        }
        let unchosen = children.unchosen();
        match (best, unchosen) {
            (None, None) => Choice::Proven(Proof::Loss),
            (None, Some(next)) => Choice::New(next),
            (Some((_, record, at, edge)), None) => Choice::Chosen(record, at, edge),
            (Some((top, record, at, edge)), Some(next)) => {
                let score = next.record.win_probability() + scale * next.record.odds(power);
                if score > top {
                    Choice::New(next)
                } else {
                    Choice::Chosen(record, at, edge)
                }
            }
        }
    }

    /// What the children of a node prove of the side that chooses there.
    pub(super) fn proof_from_children(&self, node: u32) -> Option<Proof> {
        let mut children = self.arena.children(node);
        let mut all_lost = true;
        for (_, _, edge) in children.by_ref() {
            match edge.proof() {
                Some(Proof::Win) => return Some(Proof::Win),
                Some(Proof::Loss) => {}
                None => all_lost = false,
            }
        }
        (all_lost && children.unchosen().is_none()).then_some(Proof::Loss)
    }
}
