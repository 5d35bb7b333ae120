//! Searches of some of the root's moves leave their visits behind, which say nothing of how good the moves are: a bad
//! move that was looked at for long would have the most visits, and others too few to be played. So the visits from before
//! such a search are noted, and come back when the next one asks for other moves. Nothing that was found out is lost:
//! subtrees, proofs and the moves' mean values stay.

use core::sync::atomic::Ordering;

use super::arena::NONE;
use super::choice::RootChoice;
use super::edge::{Edge, EdgeAt};
use super::tree::Tree;

/// A search of some moves, and the visits of all moves before it.
pub(super) struct Detour {
    choice: RootChoice,
    before: Vec<Before>,
    root_visits: u64,
    /// Those of other moves.
    pub(super) visits_outside: u64,
}

/// A slide's or move's visits.
struct Before {
    /// The move parts of the slide's record and of the shot's.
    squares: (u16, u16),
    visits: u32,
    /// For slides, the mean value.
    mean: f32,
}

/// In place of a shot, for the slide itself.
const SLIDE: u16 = u16::MAX;

/// Visits that a move counts when it had none before the detour: its mean is known now.
const NEW_VISITS: u32 = 1;

impl Tree {
    /// Gets the tree ready for a search of these moves, or of all.
    pub(super) fn set_choice(&mut self, choice: Option<&RootChoice>) {
        if let Some(detour) = &self.detour
            && choice == Some(&detour.choice)
        {
            return;
        }
        let left = self.detour.take();
        if let Some(detour) = &left {
            self.restore(detour);
        }
        self.detour = choice.map(|choice| Detour {
            choice: choice.clone(),
            before: left.map_or_else(|| self.root_moves(), |detour| detour.before),
            root_visits: self.visits.load(Ordering::Relaxed),
            visits_outside: self.visits_outside(choice),
        });
    }

    /// The visits of the root's slides and moves, in the order of their squares.
    fn root_moves(&self) -> Vec<Before> {
        let mut found = Vec::new();
        let mut note = |squares, edge: Edge| {
            if let Some(mean) = edge.mean() {
                found.push(Before {
                    squares,
                    visits: edge.visits(),
                    mean,
                });
            }
        };
        for (slide, _, slide_edge) in self.children_of(self.root.load(Ordering::Acquire)) {
            note((slide, SLIDE), slide_edge);
            for (shot, _, shot_edge) in self.children_of(slide_edge.link()) {
                note((slide, shot), shot_edge);
            }
        }
        found.sort_unstable_by_key(|before| before.squares);
        found
    }

    fn restore(&self, detour: &Detour) {
        let find = |squares| {
            let found = detour
                .before
                .binary_search_by_key(&squares, |before| before.squares);
            found.ok().map(|index| &detour.before[index])
        };
        let root = self.root.load(Ordering::Acquire);
        if root == NONE {
            return;
        }
        // A favourite is right only as long as visits grow.
        self.arena.set_favourite(root, None);
        for (slide, slide_at, slide_edge) in self.children_of(root) {
            if slide_edge.link() != NONE {
                self.arena.set_favourite(slide_edge.link(), None);
            }
            let slide_before = find((slide, SLIDE));
            let slide_visits = slide_before.map_or(NEW_VISITS, |before| before.visits);
            let (mut visits, mut value_sum, mut best) = (0, 0.0, 0.0);
            for (shot, at, edge) in self.children_of(slide_edge.link()) {
                let Some(mean) = edge.mean() else {
                    continue;
                };
                // A shot that was looked at more than the whole slide was speaks for the slide.
                if edge.visits() >= slide_visits {
                    best = mean.max(best);
                }
                let before = find((slide, shot)).map_or(NEW_VISITS, |before| before.visits);
                let restored = before.min(edge.visits());
                visits += restored;
                value_sum += restored as f32 * mean;
                let edge = edge.with_visits(restored, restored as f32 * mean, edge.proof());
                self.arena.set_edge(at, edge);
                if edge.link() != NONE {
                    self.arena.set_favourite(edge.link(), None);
                }
            }
            let mean = if visits > 0 {
                (value_sum / visits as f32).max(best)
            } else {
                match (slide_before, slide_edge.mean()) {
                    (Some(before), _) => before.mean,
                    (None, Some(mean)) => mean,
                    (None, None) => continue,
                }
            };
            let restored = slide_visits.min(slide_edge.visits());
            let edge = slide_edge.with_visits(restored, restored as f32 * mean, slide_edge.proof());
            self.arena.set_edge(slide_at, edge);
        }
        self.visits.store(detour.root_visits, Ordering::Relaxed);
    }

    /// The chosen children of a node with the move parts of their records; none where there is no node.
    fn children_of(&self, node: u32) -> impl Iterator<Item = (u16, EdgeAt, Edge)> {
        (node != NONE)
            .then(|| self.arena.children(node))
            .into_iter()
            .flatten()
            .map(|(record, at, edge)| (record.squares(), at, edge))
    }
}
