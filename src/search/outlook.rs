//! What the clock wants to know of a search.

use core::sync::atomic::Ordering;

use super::arena::NONE;
use super::best::Candidate;
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
        let (slide, slide_lead) = self.lead(
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
        let (_, shot_lead) = self.lead(
            slide.link(),
            |record| record.as_shot() == m.arrow,
            |record, edge| allows(record).then_some(edge),
        );
        Outlook {
            best: Some(m),
            lead: u64::from(slide_lead.min(shot_lead)),
            visits,
            win_rate: best.win_rate(),
        }
    }

    /// The edge of the child to play and its [lead](Candidate::lead_over) over all others that are not lost, of those that
    /// `see` lets through.
    fn lead(
        &self,
        node: u32,
        is_it: impl Fn(Record) -> bool,
        see: impl Fn(Record, Edge) -> Option<Edge>,
    ) -> (Edge, u32) {
        if node == NONE {
            return (Edge::default(), 0);
        }
        let seen = self.arena.children(node).filter_map(|(record, _, edge)| {
            see(record, edge).map(|edge| Candidate { record, edge })
        });
        let (chosen, mut others): (Vec<Candidate>, Vec<Candidate>) =
            seen.partition(|child| is_it(child.record));
        let Some(chosen) = chosen.first() else {
            return (Edge::default(), 0);
        };
        others.retain(|child| child.edge.proof() != Some(Proof::Loss));
        let visits = chosen.edge.visits();
        let most = others
            .iter()
            .map(|child| child.edge.visits())
            .fold(visits, u32::max);
        let leads = others.iter().map(|child| chosen.lead_over(child, most));
        (chosen.edge, leads.fold(visits, u32::min))
    }
}
