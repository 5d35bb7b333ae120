//! Which child a simulation goes to.

use core::ops::ControlFlow;

use super::children::Unchosen;
use super::edge::{BUSY_VISITS, Edge, EdgeAt, Proof};
use super::gather::Gathered;
use super::node::Favourite;
use super::record::Record;
use super::score::Scorer;
use super::simulate::Place;
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
    /// Picks the child with the best score of `node`, which was visited `visits` times and is at `place`.
    pub(super) fn select(
        &self,
        gathered: &mut Gathered,
        node: u32,
        visits: u32,
        place: &Place,
    ) -> Choice {
        let scorer = self.scorer(place, visits, self.arena.prior_scale(node));
        // Nobody else's score can have grown by more than the bonuses have, so that the child chosen last need only be
        // compared with the best of the others then.
        let is_busy = visits >= BUSY_VISITS && !self.arena.is_alone();
        let kept = if is_busy {
            gathered.favourite(node)
        } else {
            None
        };
        if let Some(favourite) = kept.unwrap_or_else(|| self.arena.favourite(node)) {
            let (record, edge) = self.arena.child(node, favourite.at);
            let score = scorer.score(record, edge);
            if edge.proof().is_none() && score > favourite.others * scorer.grown {
                debug_assert!(!self.arena.is_alone() || self.is_best(node, scorer, score));
                return Choice::Chosen(record, favourite.at, edge);
            }
        }
        let (choice, favourite) = self.select_among_all(node, scorer);
        if !(is_busy && gathered.prefer(node, favourite)) {
            self.arena.set_favourite(node, favourite);
        }
        choice
    }

    /// Whether no child of a node has a better score, but for rounding, and none is known to win.
    fn is_best(&self, node: u32, scorer: Scorer, score: f32) -> bool {
        let mut children = self.arena.children(node);
        let bar = score * (1.0 + 1e-5);
        let chosen = children
            .by_ref()
            .all(|(record, _, edge)| match edge.proof() {
                Some(Proof::Win) => false,
                Some(Proof::Loss) => true,
                None => scorer.score(record, edge) <= bar,
            });
        let unchosen = children.unchosen();
        chosen && unchosen.is_none_or(|next| scorer.score_unchosen(next.record) <= bar)
    }

    /// Picks the best of all children, which becomes the favourite if it was chosen before.
    fn select_among_all(&self, node: u32, scorer: Scorer) -> (Choice, Option<Favourite>) {
        let mut best: Option<(Record, EdgeAt, Edge)> = None;
        let (mut top, mut second) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let mut children = self.arena.children(node);
        let won = children.try_for_each_chosen(|record, at, edge| {
            match edge.proof() {
                Some(Proof::Win) => return ControlFlow::Break(()),
                Some(Proof::Loss) => return ControlFlow::Continue(()),
                None => {}
            }
            let score = scorer.score(record, edge);
            if score > top {
                second = top;
                top = score;
                best = Some((record, at, edge));
            } else if score > second {
                second = score;
            }
            ControlFlow::Continue(())
        });
        if won.is_break() {
            return (Choice::Proven(Proof::Win), None);
        }
        let unchosen = children.unchosen();
        if let Some(next) = unchosen {
            let score = scorer.score_unchosen(next.record);
            if score > top {
                // Once visited, it may turn out better than any bound.
                return (Choice::New(next), None);
            }
            second = second.max(score);
        }
        let Some((record, at, edge)) = best else {
            return (Choice::Proven(Proof::Loss), None);
        };
        let favourite = Favourite {
            at,
            others: second / scorer.grown,
        };
        (Choice::Chosen(record, at, edge), Some(favourite))
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
