//! What a worker keeps to itself for a few simulations: its visits of the busiest edges, the favourites of the busiest nodes,
//! and what is to be learnt of moves.
//!
//! Every simulation counts a visit at the root and at the edges below it that most simulations take, often finds another
//! favourite there, and many have something to say of a move. A line of memory that two workers write is handed from core to
//! core each time, which takes 30 to 170 ns. So a worker adds its visits of edges that have a thousand of them to the tree's
//! only every so often, and what else it has to tell: a few more or less change no choice there.

use core::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::edge::EdgeAt;
use super::history::{History, Lesson};
use super::node::Favourite;
use super::simulate::Hands;
use super::tree::Tree;

/// Simulations after which a worker tells what it has gathered: few against the visits of such edges, so that others choose by means
/// that are hardly older. `docs/experiments.md` has what it saves.
const MOST_SIMULATIONS: u32 = 16;

/// Edges that a worker gathers at a time; visits of others are told at once.
const MOST_EDGES: usize = 32;

/// Nodes whose favourites a worker keeps; others are told at once.
const MOST_FAVOURITES: usize = 32;

/// Lessons that a worker keeps; others are told at once.
const MOST_LESSONS: usize = 16;

/// A worker's visits that the tree does not know of yet.
#[derive(Default)]
pub(super) struct Gathered {
    edges: SmallVec<[Visits; MOST_EDGES]>,
    /// Nodes, with the children that the worker's last look at all of theirs chose.
    favourites: SmallVec<[(u32, Option<Favourite>); MOST_FAVOURITES]>,
    /// What is to be learnt of moves.
    lessons: SmallVec<[Lesson; MOST_LESSONS]>,
    /// Visits of the root.
    root: u32,
    simulations: u32,
}

/// Visits of one edge.
struct Visits {
    at: EdgeAt,
    node: u32,
    /// Steps from the root to the edge's node.
    step: usize,
    count: u32,
    value_sum: f32,
}

impl Gathered {
    /// Counts a visit of an edge; returns `false` when there is no room for another edge.
    pub(super) fn visit(&mut self, step: usize, node: u32, at: EdgeAt, value: f32) -> bool {
        if let Some(visits) = self.edges.iter_mut().find(|visits| visits.at == at) {
            visits.count += 1;
            visits.value_sum += value;
            return true;
        }
        let has_room = self.edges.len() < MOST_EDGES;
        if has_room {
            self.edges.push(Visits {
                at,
                node,
                step,
                count: 1,
                value_sum: value,
            });
        }
        has_room
    }

    /// The favourite of a node, if one is kept here, or that there is none.
    pub(super) fn favourite(&self, node: u32) -> Option<Option<Favourite>> {
        let mut kept = self.favourites.iter();
        kept.find(|kept| kept.0 == node).map(|kept| kept.1)
    }

    /// Keeps the favourite of a node; returns `false` when there is no room for another node's.
    pub(super) fn prefer(&mut self, node: u32, favourite: Option<Favourite>) -> bool {
        if let Some(kept) = self.favourites.iter_mut().find(|kept| kept.0 == node) {
            kept.1 = favourite;
            return true;
        }
        let has_room = self.favourites.len() < MOST_FAVOURITES;
        if has_room {
            self.favourites.push((node, favourite));
        }
        has_room
    }

    /// Keeps what is to be learnt of a move; returns `false` when there is no room for it.
    pub(super) fn remember(&mut self, lesson: Lesson) -> bool {
        let has_room = self.lessons.len() < MOST_LESSONS;
        if has_room {
            self.lessons.push(lesson);
        }
        has_room
    }

    /// Counts a visit of the root.
    pub(super) fn visit_root(&mut self) {
        self.root += 1;
    }

    /// Visits of the root that were counted here.
    pub(super) fn root_visits(&self) -> u32 {
        self.root
    }

    pub(super) fn is_empty(&self) -> bool {
        self.root == 0 && self.edges.is_empty() && self.favourites.is_empty()
    }

    /// Ends a simulation; returns whether the tree is to be told now.
    pub(super) fn is_due(&mut self) -> bool {
        self.simulations += 1;
        self.simulations >= MOST_SIMULATIONS
    }
}

impl Tree {
    /// Adds what a worker has gathered, who is reading nothing from then on.
    pub(super) fn settle(&self, hands: &mut Hands) {
        let gathered = &mut hands.gathered;
        if gathered.is_empty() {
            return;
        }
        for visits in gathered.edges.drain(..) {
            let after = self
                .arena
                .add_visits(visits.at, visits.count, visits.value_sum);
            if History::is_due(after, visits.count)
                && let Some(lesson) = self.lesson(visits.step, visits.node, visits.at)
            {
                self.history.learn(lesson);
            }
        }
        for (node, favourite) in gathered.favourites.drain(..) {
            self.arena.set_favourite(node, favourite);
        }
        for lesson in gathered.lessons.drain(..) {
            self.history.learn(lesson);
        }
        if gathered.root > 0 {
            self.visits
                .fetch_add(u64::from(gathered.root), Ordering::Relaxed);
        }
        (gathered.root, gathered.simulations) = (0, 0);
        self.epochs.close(hands.reader);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::board::{Color, Position};
    use crate::search::edge::Edge;
    use crate::search::history::Kind;
    use crate::search::record::Record;
    use crate::search::settings::Settings;

    #[test]
    fn the_tree_learns_of_all_that_was_gathered() {
        let mut tree = Tree::new(2, 64 << 20, Settings::default(), 0).unwrap();
        tree.reset(&Position::start());
        let mut hands = Hands::new(0);
        tree.expand_root(&mut hands);
        let root = tree.root.load(Ordering::Acquire);
        let (simulations, mut late, mut lessons, mut favourites) = (20_000, 0, 0, 0);
        for done in 1..=simulations {
            tree.simulate(&mut hands);
            let told = tree.visits.load(Ordering::Relaxed);
            assert!(told + u64::from(MOST_SIMULATIONS) > done, "{done}: {told}");
            assert_eq!(told + u64::from(hands.gathered.root_visits()), done);
            late += u32::from(told < done);
            lessons += u32::from(!hands.gathered.lessons.is_empty());
            favourites += u32::from(!hands.gathered.favourites.is_empty());
        }
        let counts = [late, lessons, favourites];
        assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
        let kept = hands.gathered.favourites.clone();
        tree.settle(&mut hands);
        for (node, favourite) in kept {
            let told = tree.arena.favourite(node).map(|favourite| favourite.at);
            assert_eq!(told, favourite.map(|favourite| favourite.at));
        }
        let edges: Vec<_> = tree.arena.children(root).map(|child| child.2).collect();
        let visits: u32 = edges.iter().map(|edge| edge.visits()).sum();
        assert_eq!(u64::from(visits), simulations);
        assert_eq!(tree.visits.load(Ordering::Relaxed), simulations);
        assert!(edges.iter().all(|edge| edge.in_flight() == 0));
        assert!(hands.gathered.is_empty() && hands.gathered.lessons.is_empty());
        assert!(hands.gathered.favourite(root).is_none());
    }

    #[test]
    fn one_visit_at_a_time_or_many_at_once_are_the_same() {
        let tree = Tree::new(2, 4 << 20, Settings::default(), 0).unwrap();
        let mut hands = Hands::new(0);
        tree.expand_root(&mut hands);
        let root = tree.root.load(Ordering::Acquire);
        let next = tree.arena.children(root).unchosen().unwrap();
        let at = tree.arena.claim(&mut hands.supply, next).unwrap();
        for value in [0.25, 0.5, 1.0] {
            tree.arena.leave(at, false, value, None);
        }
        let single = tree.arena.edge(at);
        for value in [0.25, 0.5, 1.0] {
            assert!(hands.gathered.visit(0, root, at, value));
        }
        tree.settle(&mut hands);
        let both = tree.arena.edge(at);
        assert_eq!(both.visits(), 2 * single.visits());
        assert_eq!(both.value_sum(), 2.0 * single.value_sum());
    }

    #[test]
    fn what_has_no_room_is_left_to_the_tree() {
        let mut gathered = Gathered::default();
        let at = |block| EdgeAt { block, word: 8 };
        for block in 1..=MOST_EDGES as u32 {
            assert!(gathered.visit(0, block, at(block), 0.5));
        }
        assert!(!gathered.visit(0, 1_000, at(1_000), 0.5));
        assert!(gathered.visit(0, 1, at(1), 0.5));
        let won = Edge::default().with_visits(4, 3.0, None);
        let lesson = Lesson::of(Color::White, Kind::Shot, Record::new(3, 0.0), won).unwrap();
        for _ in 0..MOST_LESSONS {
            assert!(gathered.remember(lesson));
        }
        assert!(!gathered.remember(lesson));
        for node in 1..=MOST_FAVOURITES as u32 {
            assert!(gathered.prefer(node, None));
        }
        let favourite = Some(Favourite {
            at: at(7),
            others: 0.5,
        });
        assert!(!gathered.prefer(1_000, favourite));
        assert!(gathered.prefer(1, favourite));
        assert_eq!(gathered.favourite(1), Some(favourite));
        assert_eq!(gathered.favourite(2), Some(None));
        assert_eq!(gathered.favourite(1_000), None);
        assert!(!gathered.edges.spilled() && !gathered.favourites.spilled());
        assert!(!gathered.lessons.spilled());
    }
}
