//! One simulation: down the tree, one new node, and back up.

use core::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::arena::{NONE, Supply};
use super::counting::LEAF_BYTES;
use super::edge::{Edge, EdgeAt, Proof};
use super::epoch::Reading;
use super::expand::{Leaf, Scratch};
use super::gather::Gathered;
use super::history::{History, Kind, Lesson};
use super::record::Record;
use super::select::Choice;
use super::tree::Tree;
use crate::board::{Position, Slid};

/// What a worker brings to its simulations, and what it has done.
pub(super) struct Hands {
    /// The worker's number among the tree's readers.
    pub(super) reader: usize,
    pub(super) supply: Supply,
    pub(super) scratch: Scratch,
    pub(super) gathered: Gathered,
    pub(super) evaluations: u64,
    pub(super) nodes: u64,
}

impl Hands {
    pub(super) fn new(reader: usize) -> Hands {
        Hands {
            reader,
            supply: Supply::new(),
            scratch: Scratch::new(),
            gathered: Gathered::default(),
            evaluations: 0,
            nodes: 0,
        }
    }

    /// Nodes made and evaluations done.
    pub(super) fn spent(&self) -> (u64, u64) {
        (self.nodes, self.evaluations)
    }

    /// Bytes that a worker takes beside its share of the tree.
    pub(super) const BYTES: usize = size_of::<Hands>() + Scratch::BYTES + LEAF_BYTES;
}

/// Where a simulation stands in the game.
pub(super) enum Place {
    Position(Position),
    Slid(Slid),
}

impl Place {
    /// The place behind a child.
    pub(super) fn after(&self, record: Record) -> Place {
        match self {
            Place::Position(position) => {
                let (from, to) = record.as_slide();
                Place::Slid(position.slide_unchecked(from, to))
            }
            Place::Slid(slid) => Place::Position(slid.shoot_unchecked(record.as_shot())),
        }
    }

    /// Whether the side that chooses here is the opponent of the side that chose to come here.
    pub(super) fn turns(&self) -> bool {
        matches!(self, Place::Position(_))
    }
}

pub(super) struct Taken {
    pub(super) node: u32,
    pub(super) at: EdgeAt,
    /// Whether the worker counts as under way there.
    pub(super) entered: bool,
}

/// Most simulations end within eight plies, two steps each.
pub(super) type Path = SmallVec<[Taken; 16]>;

impl Tree {
    /// Gives the root a node, if there is a slide and memory.
    pub(super) fn expand_root(&self, hands: &mut Hands) {
        let seed = Some(self.seed);
        let leaf = self.expand_slides(&mut hands.supply, &mut hands.scratch, &self.position, seed);
        hands.evaluations += u64::from(leaf.evaluated);
        hands.nodes += u64::from(leaf.node.is_some());
        if let Some(proof) = leaf.proof {
            self.set_proof(proof);
        }
        self.root
            .store(leaf.node.unwrap_or(NONE), Ordering::Release);
    }

    /// Runs one simulation. The root must have a node.
    pub(super) fn simulate(&self, hands: &mut Hands) {
        let reading = self.epochs.enter(hands.reader);
        let root = self.root.load(Ordering::Acquire);
        let visits = self.visits.load(Ordering::Relaxed) as u32 + hands.gathered.root_visits();
        self.walk(
            hands,
            Path::new(),
            Place::Position(self.position),
            root,
            visits,
        );
        self.end_simulation(hands, reading);
    }

    /// Has what the worker gathered told to the tree when it is time.
    #[inline]
    pub(super) fn end_simulation(&self, hands: &mut Hands, reading: Reading<'_>) {
        if hands.gathered.is_empty() {
            return;
        }
        // The edges must stay where they are until then.
        reading.leave_open();
        if hands.gathered.is_due() {
            self.settle(hands);
        }
    }

    /// Goes on with a simulation from a node that was visited `visits` times, to which the path leads. The caller is
    /// reading the tree.
    #[inline]
    pub(super) fn walk(
        &self,
        hands: &mut Hands,
        mut path: Path,
        mut place: Place,
        mut node: u32,
        mut visits: u32,
    ) {
        let leaf = loop {
            self.arena.touch(node);
            let (record, at, edge) = match self.select(&mut hands.gathered, node, visits, &place) {
                Choice::Proven(proof) => break Leaf::proven(proof),
                Choice::Chosen(record, at, edge) => {
                    visits = edge.visits();
                    (record, at, edge)
                }
                Choice::New(next) => match self.arena.claim(&mut hands.supply, next) {
                    Some(at) => (next.record, at, Edge::default()),
                    None if self.arena.available() > 0 => continue,
                    None => break Leaf::without_node(next.record),
                },
            };
            let entered = self.arena.enter(at, edge);
            path.push(Taken { node, at, entered });
            place = place.after(record);
            if edge.link() == NONE {
                break self.expand_below(hands, at, &place);
            }
            node = edge.link();
        };
        hands.evaluations += u64::from(leaf.evaluated);
        self.back_up(hands, &path, &leaf, place.turns());
    }

    /// Expands the place below an edge and hangs the new node there.
    pub(super) fn expand_below(&self, hands: &mut Hands, at: EdgeAt, place: &Place) -> Leaf {
        let leaf = match place {
            Place::Position(position) => {
                self.expand_position(&mut hands.supply, &mut hands.scratch, position)
            }
            Place::Slid(slid) => self.expand_slid(&mut hands.supply, &mut hands.scratch, slid),
        };
        if let Some(node) = leaf.node {
            if self.arena.publish(at, node) {
                hands.nodes += 1;
            } else {
                self.arena.free_node(&mut hands.supply, node);
            }
        }
        leaf
    }

    /// Counts a visit on every edge of the path. `turned` says whether the leaf's side is the opponent of the one
    /// that took the last edge; from there on every second step turns.
    pub(super) fn back_up(&self, hands: &mut Hands, path: &[Taken], leaf: &Leaf, mut turned: bool) {
        let (mut value, mut proof) = (leaf.value, leaf.proof);
        // Near the root of a large tree all workers would write to the same lines of memory.
        let is_busy = !self.arena.is_alone() && path.first().is_some_and(|first| !first.entered);
        for (step, &Taken { node, at, entered }) in path.iter().enumerate().rev() {
            if turned {
                value = 1.0 - value;
                proof = proof.map(Proof::reversed);
            }
            let gathered = is_busy
                && !entered
                && proof.is_none()
                && hands.gathered.visit(step, node, at, value);
            if !gathered {
                let visits = self.arena.leave(at, entered, value, proof);
                if proof.is_none()
                    && History::is_due(visits, 1)
                    && let Some(lesson) = self.lesson(step, node, at)
                    && !(is_busy && hands.gathered.remember(lesson))
                {
                    self.history.learn(lesson);
                }
            }
            if proof == Some(Proof::Loss) {
                proof = self.proof_from_children(node);
            }
            if let Some(proof) = proof {
                value = proof.value();
            }
            turned = !turned;
        }
        if is_busy {
            hands.gathered.visit_root();
        } else {
            self.visits.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(proof) = proof {
            self.set_proof(proof);
        }
    }

    /// What a child that was come to by so many steps from the root says of its move, if that is to be learnt.
    pub(super) fn lesson(&self, steps_before: usize, node: u32, at: EdgeAt) -> Option<Lesson> {
        if self.settings.history == 0.0 || steps_before == 0 && self.detour.is_some() {
            // With a detour the slide's mean is that of some of its shots only.
            return None;
        }
        let (plies_before, kind) = match steps_before % 2 {
            0 => (steps_before / 2, Kind::Slide),
            _ => (steps_before / 2, Kind::Shot),
        };
        let turn = self.position.turn();
        let side = if plies_before % 2 == 0 { turn } else { !turn };
        let (record, edge) = self.arena.child(node, at);
        Lesson::of(side, kind, record, edge)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::search::settings::Settings;

    #[test]
    fn each_step_teaches_who_took_it() {
        for fen in [
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b",
        ] {
            let position: Position = fen.parse().unwrap();
            let mut tree = Tree::new(1, 4 << 20, Settings::default(), 0).unwrap();
            tree.reset(&position);
            let mut hands = Hands::new(0);
            tree.expand_root(&mut hands);
            for _ in 0..50 {
                tree.simulate(&mut hands);
            }
            let root = tree.root.load(Ordering::Acquire);
            let (_, at, _) = tree.arena.children(root).next().unwrap();
            let seen = |tree: &Tree| {
                [Color::White, Color::Black]
                    .map(|side| [Kind::Slide, Kind::Shot].map(|kind| tree.history.seen(side, kind)))
            };
            for step in 0..8 {
                let before = seen(&tree);
                tree.history.learn(tree.lesson(step, root, at).unwrap());
                let mut expected = before;
                let side = (step / 2 + usize::from(position.turn() == Color::Black)) % 2;
                expected[side][step % 2] += 1;
                assert_eq!(seen(&tree), expected, "step {step} of {fen}");
            }
        }
    }
}
