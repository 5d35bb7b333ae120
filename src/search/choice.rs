//! Searching only some of the root's moves, in the tree that knows them all.
//!
//! Only the two first steps of a simulation, the root's slide and its shot, are chosen otherwise; below them nothing
//! differs, and what is learnt there serves every later search. Nothing is proven of the root by what was left out:
//! children that are passed over are unproven children.

use super::arena::NONE;
use super::edge::{Edge, EdgeAt, Proof};
use super::expand::Leaf;
use super::record::Record;
use super::simulate::{Hands, Path, Place, Taken};
use super::tree::Tree;
use crate::board::{Bitboard, Move, Position, Square};

use core::sync::atomic::Ordering;

/// Some of a position's moves: those that a search may choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RootChoice(Vec<AllowedSlide>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct AllowedSlide {
    /// The move part of the slide's record; the list is sorted by it.
    squares: u16,
    arrows: Bitboard,
    /// Whether these are all arrows that can be shot after the slide.
    whole: bool,
}

impl RootChoice {
    /// The legal moves that `allows` says yes to; nothing when those are all.
    pub(crate) fn new(position: &Position, allows: impl Fn(Move) -> bool) -> Option<RootChoice> {
        let mut slides = Vec::new();
        let mut all = true;
        for from in position.amazons(position.turn()) {
            for to in position.slides_from(from) {
                let legal = position.shots(from, to);
                let arrows: Bitboard = legal
                    .iter()
                    .filter(|&arrow| allows(Move::new(from, to, arrow)))
                    .collect();
                let whole = arrows == legal;
                all &= whole;
                if !arrows.is_empty() {
                    slides.push(AllowedSlide {
                        squares: Record::slide(from, to),
                        arrows,
                        whole,
                    });
                }
            }
        }
        slides.sort_unstable_by_key(|slide| slide.squares);
        (!all).then_some(RootChoice(slides))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is one move to choose from.
    pub(super) fn is_single(&self) -> bool {
        matches!(self.0[..], [slide] if slide.arrows.count() == 1)
    }

    fn slide(&self, squares: u16) -> Option<&AllowedSlide> {
        let found = self.0.binary_search_by_key(&squares, |slide| slide.squares);
        found.ok().map(|index| &self.0[index])
    }

    /// The arrows allowed after a slide.
    pub(super) fn arrows(&self, from: Square, to: Square) -> Bitboard {
        self.slide(Record::slide(from, to))
            .map_or(Bitboard::EMPTY, |slide| slide.arrows)
    }

    pub(super) fn allows(&self, m: Move) -> bool {
        self.arrows(m.from, m.to).contains(m.arrow)
    }
}

/// What a step of a simulation has come to.
enum Step {
    To(Record, EdgeAt, Edge),
    /// There is no memory for this child.
    Full(Record),
    /// What is allowed wins or loses for certain.
    Decided,
}

impl Tree {
    /// Runs one simulation of an allowed move. The root must have a node. Returns `false`, with nothing done, when an
    /// allowed move is known to win or all are known to lose.
    pub(super) fn simulate_among(&self, hands: &mut Hands, choice: &RootChoice) -> bool {
        let reading = self.epochs.enter(hands.reader);
        let done = self.simulate_allowed(hands, choice);
        self.end_simulation(hands, reading);
        done
    }

    fn simulate_allowed(&self, hands: &mut Hands, choice: &RootChoice) -> bool {
        let mut path = Path::new();
        let mut place = Place::Position(self.position);
        let root = self.root.load(Ordering::Acquire);
        let see_slide = |record, edge| self.see_slide(choice, record, edge);
        let (record, at, slide) = match self.step(hands, (root, &place), see_slide) {
            Step::To(record, at, edge) => (record, at, edge),
            Step::Full(record) => {
                self.back_up(hands, &path, &Leaf::without_node(record), place.turns());
                return true;
            }
            Step::Decided => return false,
        };
        let entered = self.go(&mut path, &mut place, root, (record, at, slide));
        if slide.link() == NONE {
            self.end_at(hands, &path, at, &place);
            return true;
        }
        let slid = slide.link();
        let arrows = match choice.slide(record.squares()) {
            Some(allowed) if !allowed.whole => allowed.arrows,
            _ => {
                self.walk(hands, path, place, slid, slide.visits());
                return true;
            }
        };
        let see_shot = |record: Record, edge| arrows.contains(record.as_shot()).then_some(edge);
        match self.step(hands, (slid, &place), see_shot) {
            Step::To(record, at, shot) => {
                self.go(&mut path, &mut place, slid, (record, at, shot));
                if shot.link() == NONE {
                    self.end_at(hands, &path, at, &place);
                } else {
                    self.walk(hands, path, place, shot.link(), shot.visits());
                }
            }
            Step::Full(record) => {
                self.back_up(hands, &path, &Leaf::without_node(record), place.turns())
            }
            // Another worker has found that out since the slide was chosen.
            Step::Decided => self.arena.retreat(at, entered),
        }
        true
    }

    /// Takes a step; returns whether the worker counts as under way there.
    fn go(
        &self,
        path: &mut Path,
        place: &mut Place,
        node: u32,
        (record, at, edge): (Record, EdgeAt, Edge),
    ) -> bool {
        let entered = self.arena.enter(at, edge);
        path.push(Taken { node, at, entered });
        *place = place.after(record);
        entered
    }

    fn end_at(&self, hands: &mut Hands, path: &Path, at: EdgeAt, place: &Place) {
        let leaf = self.expand_below(hands, at, place);
        hands.evaluations += u64::from(leaf.evaluated);
        self.back_up(hands, path, &leaf, place.turns());
    }

    /// Picks a child of `node` as [`select`](Tree::select) does, among those that `see` lets through, with what it shows
    /// of them; claims the child's edge where it has none.
    fn step(
        &self,
        hands: &mut Hands,
        (node, place): (u32, &Place),
        see: impl Fn(Record, Edge) -> Option<Edge>,
    ) -> Step {
        self.arena.touch(node);
        // Other children than the favourite may be visited here.
        self.arena.set_favourite(node, None);
        loop {
            let mut visits = 0;
            let mut priors = 0.0;
            let mut open = Vec::new();
            let mut children = self.arena.children(node);
            for (record, at, edge) in children.by_ref() {
                let Some(edge) = see(record, edge) else {
                    continue;
                };
                visits += edge.visits();
                priors += self.priors.of(record);
                match edge.proof() {
                    Some(Proof::Win) => return Step::Decided,
                    Some(Proof::Loss) => {}
                    None => open.push((record, at, edge)),
                }
            }
            let next = children.clone().unchosen();
            let mut first_unchosen = None;
            for record in children.remaining_records() {
                if see(record, Edge::default()).is_some() {
                    priors += self.priors.of(record);
                    first_unchosen.get_or_insert(record);
                }
            }
            let scorer = self.scorer(place, visits, 1.0 / priors);
            let best = open
                .into_iter()
                .map(|(record, at, edge)| (scorer.score(record, edge), record, at, edge))
                // The first of equals has the better static value.
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let unchosen = first_unchosen.map(|record| scorer.score_unchosen(record));
            match (best, unchosen) {
                (None, None) => return Step::Decided,
                (Some((_, record, at, edge)), None) => return Step::To(record, at, edge),
                (Some((top, record, at, edge)), Some(score)) if score <= top => {
                    return Step::To(record, at, edge);
                }
                _ => {}
            }
            // Children get their edges in order, so that those before the wanted one get theirs, too.
            let Some(next) = next else {
                return Step::Decided;
            };
            match self.arena.claim(&mut hands.supply, next) {
                Some(at) if Some(next.record) == first_unchosen => {
                    return Step::To(next.record, at, Edge::default());
                }
                Some(_) => {}
                None if self.arena.available() > 0 => {}
                None => return Step::Full(first_unchosen.unwrap_or(next.record)),
            }
        }
    }

    /// What the allowed shots after a slide say of the slide; nothing when there are none.
    pub(super) fn see_slide(
        &self,
        choice: &RootChoice,
        record: Record,
        edge: Edge,
    ) -> Option<Edge> {
        let slide = choice.slide(record.squares())?;
        if slide.whole {
            return Some(edge);
        }
        let loss = edge.proof().filter(|&proof| proof == Proof::Loss);
        if edge.link() == NONE {
            return Some(edge.with_visits(0, 0.0, loss));
        }
        let (mut visits, mut value_sum, mut lost, mut won) = (0, 0.0, 0, false);
        for (record, _, shot) in self.arena.children(edge.link()) {
            if slide.arrows.contains(record.as_shot()) {
                visits += shot.visits();
                value_sum += shot.value_sum();
                lost += u32::from(shot.proof() == Some(Proof::Loss));
                won |= shot.proof() == Some(Proof::Win);
            }
        }
        let proof = if won {
            Some(Proof::Win)
        } else if lost == slide.arrows.count() {
            Some(Proof::Loss)
        } else {
            loss
        };
        Some(edge.with_visits(visits, value_sum, proof))
    }

    /// Visits of the root's moves that are not among the allowed ones.
    pub(super) fn visits_outside(&self, choice: &RootChoice) -> u64 {
        let root = self.root.load(Ordering::Acquire);
        let visits = self.visits.load(Ordering::Relaxed);
        if root == NONE {
            return visits;
        }
        let allowed = self
            .arena
            .children(root)
            .filter_map(|(record, _, edge)| self.see_slide(choice, record, edge))
            .map(|edge| u64::from(edge.visits()));
        visits.saturating_sub(allowed.sum())
    }
}
