//! Which child a simulation goes to.

use core::ops::ControlFlow;

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
        let scale = self.arena.prior_scale(node)
            * self.settings.exploration
            * (visits.max(1) as f32).sqrt();
        let mut best: Option<(Record, EdgeAt, Edge)> = None;
        let mut top = f32::NEG_INFINITY;
        let mut children = self.arena.children(node);
        let won = children.try_for_each_chosen(|record, at, edge| {
            match edge.proof() {
                Some(Proof::Win) => return ControlFlow::Break(()),
                Some(Proof::Loss) => return ControlFlow::Continue(()),
                None => {}
            }
            let tries = (edge.visits() + edge.in_flight()) as f32;
            let bonus = scale * self.priors.of(record);
            let score = if edge.visits() > 0 {
                // Mean plus bonus / (1 + tries), with one division for both.
                let over = 1.0 + tries;
                (edge.value_sum() * over + bonus * tries) / (tries * over)
            } else {
                (record.win_probability() + bonus) / (1.0 + tries)
            };
            if score > top {
                top = score;
                best = Some((record, at, edge));
            }
            ControlFlow::Continue(())
        });
        if won.is_break() {
            return Choice::Proven(Proof::Win);
        }
        let unchosen = children.unchosen();
        match (best, unchosen) {
            (None, None) => Choice::Proven(Proof::Loss),
            (None, Some(next)) => Choice::New(next),
            (Some((record, at, edge)), None) => Choice::Chosen(record, at, edge),
            (Some((record, at, edge)), Some(next)) => {
                let score = next.record.win_probability() + scale * self.priors.of(next.record);
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
