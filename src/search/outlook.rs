//! What the clock wants to know of a search.

use core::sync::atomic::Ordering;

use super::arena::NONE;
use super::choice::RootChoice;
use super::edge::{Edge, Proof};
use super::record::Record;
use super::tree::Tree;
use crate::control::Outlook;

impl Tree {
    /// How the root's moves stand now. `reader` is the caller's number among the tree's readers.
    pub(super) fn outlook(&self, reader: usize, choice: Option<&RootChoice>) -> Outlook {
        let _reading = self.epochs.enter(reader);
        let visits = self.visits.load(Ordering::Relaxed);
        let root = self.root.load(Ordering::Acquire);
        let Some(best) = self.best_move(root, choice) else {
            return Outlook {
                best: None,
                lead: 0,
                visits,
                win_rate: 0.5,
            };
        };
        let m = best.first;
        let (slide, other_slides) = self.rivals(
            root,
            |record| record.as_slide() == (m.from, m.to),
            |record, edge| match choice {
                None => Some(edge),
                Some(choice) => self.see_slide(choice, record, edge),
            },
        );
        let allows = |record: Record| {
            choice.is_none_or(|choice| choice.arrows(m.from, m.to).contains(record.as_shot()))
        };
        let (shot, other_shots) = self.rivals(
            slide.link(),
            |record| record.as_shot() == m.arrow,
            |record, edge| allows(record).then_some(edge),
        );
        let ahead = |of: Edge, others: u32| u64::from(of.visits().saturating_sub(others));
        Outlook {
            best: Some(m),
            lead: ahead(slide, other_slides).min(ahead(shot, other_shots)),
            visits,
            win_rate: best.win_rate(),
        }
    }

    /// The edge of one child, and the most visits of any other that is not lost, of those that `see` lets through.
    fn rivals(
        &self,
        node: u32,
        is_it: impl Fn(Record) -> bool,
        see: impl Fn(Record, Edge) -> Option<Edge>,
    ) -> (Edge, u32) {
        let mut chosen = Edge::default();
        let mut most = 0;
        if node == NONE {
            return (chosen, most);
        }
        for (record, _, edge) in self.arena.children(node) {
            let Some(edge) = see(record, edge) else {
                continue;
            };
            if is_it(record) {
                chosen = edge;
            } else if edge.proof() != Some(Proof::Loss) {
                most = most.max(edge.visits());
            }
        }
        (chosen, most)
    }
}
