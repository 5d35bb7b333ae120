//! Keeping what the tree knows when the game goes on.

use core::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::arena::NONE;
use super::edge::{Edge, EdgeAt, Proof};
use super::record::Record;
use super::tree::Tree;
use crate::board::{Bitboard, Color, Move, Position, Square};

/// Positions before the root that the tree still holds, in plies.
const MAX_PAST: usize = 8;

/// A position before the root, with what the tree knew of it when the game went on.
pub(super) struct Past {
    position: Position,
    pub(super) node: u32,
    visits: u64,
    proof: Option<Proof>,
    /// What wins, where that is proven: the tree may have forgotten it when the position comes back.
    winning_move: Option<Move>,
    next: Step,
}

/// The way from a position's node to that of the next.
#[derive(Clone, Copy)]
pub(super) struct Step {
    slide: EdgeAt,
    pub(super) slid: u32,
    shot: EdgeAt,
    pub(super) node: u32,
    m: Move,
}

impl Tree {
    /// Takes `position` for the root. What the tree holds stays when that is the present root, one of the last ones, or
    /// one or two plies on from any of them and in the tree; else the tree is emptied. Returns whether anything was kept.
    pub(super) fn set_position(&mut self, position: &Position, keep: bool) -> bool {
        let kept = keep && (*position == self.position || self.move_to(position));
        if kept {
            self.forget_wins_without_moves();
        } else {
            self.reset(position);
        }
        if !keep {
            // With a kept tree the solver goes on from what it has proven, even where the tree has no node: a win that was
            // found stays one.
            self.solver.clear();
        }
        kept
    }

    fn move_to(&mut self, position: &Position) -> bool {
        self.set_choice(None);
        for back in 0..=self.past.len() {
            let (from, node) = match self.past.len().checked_sub(back) {
                Some(index) if back > 0 => (self.past[index].position, self.past[index].node),
                _ => (self.position, *self.root.get_mut()),
            };
            let found = if from == *position {
                Some(SmallVec::new())
            } else {
                let ways = moves_between(&from, position);
                ways.iter().find_map(|moves| self.find(node, moves))
            };
            if let Some(steps) = found {
                (0..back).for_each(|_| self.retreat());
                steps.into_iter().for_each(|step| self.advance(step));
                return true;
            }
        }
        false
    }

    /// The steps that these plies take from a node, if the tree has all of them.
    fn find(&self, mut node: u32, moves: &[Move]) -> Option<SmallVec<[Step; 2]>> {
        let mut steps = SmallVec::new();
        for &m in moves {
            let (slide, edge) =
                self.find_child(node, |child| child.as_slide() == (m.from, m.to))?;
            let slid = edge.link();
            let (shot, edge) = self.find_child(slid, |child| child.as_shot() == m.arrow)?;
            node = edge.link();
            if node == NONE {
                return None;
            }
            steps.push(Step {
                slide,
                slid,
                shot,
                node,
                m,
            });
        }
        Some(steps)
    }

    /// Makes the node at the end of a step the root.
    fn advance(&mut self, step: Step) {
        let edge = self.arena.edge(step.shot);
        let below: u64 = self
            .arena
            .children(step.node)
            .map(|(_, _, edge)| u64::from(edge.visits()))
            .sum();
        let node = *self.root.get_mut();
        let proof = self.proof();
        let winning_move = match proof {
            Some(Proof::Win) => self.best_move(node, None).map(|found| found.first),
            _ => None,
        };
        self.past.push(Past {
            position: self.position,
            node,
            visits: *self.visits.get_mut(),
            proof,
            winning_move,
            next: step,
        });
        self.position.play_unchecked(step.m);
        // The node was a root before if it was visited more than the edge, the visit that made it included.
        let visits = (below + 1).max(u64::from(edge.visits()));
        // The edge speaks for the side that moved. It does not know what the solver has found out.
        let proof = match winning_move {
            Some(m) if m == step.m => Some(Proof::Loss),
            _ => edge.proof().map(Proof::reversed),
        };
        self.set_root(step.node, visits, proof);
        if self.past.len() > MAX_PAST {
            let oldest = self.past.remove(0);
            self.arena.unlink(oldest.next.shot);
            self.discard_node(oldest.node);
        }
    }

    /// Makes the position before the root the root again.
    fn retreat(&mut self) {
        let Some(past) = self.past.pop() else {
            return;
        };
        let Step {
            slid,
            shot,
            node,
            m,
            ..
        } = past.next;
        let found = self.proof().and_then(|proof| {
            self.prove(shot, slid, proof.reversed())
                .and_then(|proof| self.prove(past.next.slide, past.node, proof))
        });
        // Its visits are those of the edge again, which may be fewer: a favourite is right only as long as they grow.
        self.arena.set_favourite(node, None);
        self.position = past.position;
        self.set_root(past.node, past.visits, past.proof.or(found));
        let winning_move = past
            .winning_move
            .or_else(|| (found == Some(Proof::Win)).then_some(m));
        if let Some(m) = winning_move {
            // `set_root` has just emptied it.
            let _ = self.winning_move.set(m);
        }
    }

    /// Whoever is told that the root is won wants to play the move that wins. Where the tree has lost it, with a node that was
    /// recycled or as the solver's at a root that the game has left, the search finds it anew: the solver remembers.
    fn forget_wins_without_moves(&mut self) {
        let root = *self.root.get_mut();
        if root == NONE {
            return;
        }
        let is_won = |edge: Edge| edge.proof() == Some(Proof::Win);
        let wins_by_a_shot = |edge: Edge| {
            let slid = edge.link();
            slid != NONE && self.arena.children(slid).any(|(_, _, shot)| is_won(shot))
        };
        for (_, at, edge) in self.arena.children(root) {
            if is_won(edge) && !wins_by_a_shot(edge) {
                let open = edge.with_visits(edge.visits(), edge.value_sum(), None);
                self.arena.set_edge(at, open);
            }
        }
        // A favourite is one of the children that are not proven.
        self.arena.set_favourite(root, None);
        if self.proof() == Some(Proof::Win)
            && !self
                .best_move(root, None)
                .is_some_and(|found| is_won(found.candidate.edge))
        {
            self.forget_proof();
        }
    }

    /// Notes what is proven of a child of a node, below the edge `at`; returns what that proves of the node.
    fn prove(&mut self, at: EdgeAt, node: u32, proof: Proof) -> Option<Proof> {
        let edge = self.arena.edge(at);
        let proven = edge.with_visits(edge.visits(), edge.value_sum(), Some(proof));
        self.arena.set_edge(at, proven);
        // Comparing it with the others is at an end.
        self.arena.set_favourite(node, None);
        self.proof_from_children(node)
    }

    /// The node from which everything in the tree can be reached.
    pub(super) fn top(&self) -> u32 {
        match self.past.first() {
            Some(past) => past.node,
            None => self.root.load(Ordering::Acquire),
        }
    }

    /// Whether a node is on the way from the top to the root.
    pub(super) fn leads_to_root(&self, node: u32) -> bool {
        let mut steps = self.past.iter().map(|past| past.next);
        steps.any(|step| step.slid == node || step.node == node)
    }

    /// A chosen child of a node, if it is one.
    pub(super) fn find_child(
        &self,
        node: u32,
        is_it: impl Fn(Record) -> bool,
    ) -> Option<(EdgeAt, Edge)> {
        if node == NONE {
            return None;
        }
        let mut children = self.arena.children(node);
        children
            .find(|&(record, _, _)| is_it(record))
            .map(|(_, at, edge)| (at, edge))
    }
}

/// The ways in which one or two plies lead from one position to another.
fn moves_between(before: &Position, after: &Position) -> Vec<SmallVec<[Move; 2]>> {
    if before.squares() != after.squares() {
        return Vec::new();
    }
    let burnt: SmallVec<[Square; 2]> = match (
        after.burnt() - before.burnt(),
        before.burnt() - after.burnt(),
    ) {
        (new, gone) if gone.is_empty() && (1..=2).contains(&new.count()) => new.iter().collect(),
        _ => return Vec::new(),
    };
    let moved = |color: Color| -> Option<(Square, Square)> {
        let (old, new) = (before.amazons(color), after.amazons(color));
        Some((only(old - new)?, only(new - old)?))
    };
    let mover = before.turn();
    let plies: SmallVec<[Option<(Square, Square)>; 2]> = [mover, !mover]
        .into_iter()
        .take(burnt.len())
        .map(moved)
        .collect();
    // With two new arrows either may be the first.
    let mut orders: SmallVec<[SmallVec<[Square; 2]>; 2]> = SmallVec::new();
    orders.push(burnt.clone());
    if burnt.len() > 1 {
        orders.push(burnt.into_iter().rev().collect());
    }
    orders
        .iter()
        .filter_map(|arrows| {
            let mut position = *before;
            let mut moves = SmallVec::new();
            for (slide, &arrow) in plies.iter().zip(arrows) {
                let (from, to) = (*slide)?;
                let m = Move::new(from, to, arrow);
                position.play(m).ok()?;
                moves.push(m);
            }
            (position == *after).then_some(moves)
        })
        .collect()
}

/// The square of a set of one.
fn only(set: Bitboard) -> Option<Square> {
    set.first().filter(|_| set.count() == 1)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::search::choice::RootChoice;
    use crate::search::settings::Settings;
    use crate::search::simulate::Hands;

    /// A tree of the start that takes the second best of its slides for won, by the best of its shots.
    fn won_tree(hands: &mut Hands) -> (Tree, EdgeAt, Move) {
        let mut tree = Tree::new(1, 5 << 20, Settings::default(), 0).unwrap();
        tree.reset(&Position::start());
        tree.expand_root(hands);
        (0..300).for_each(|_| tree.simulate(hands));
        let root = tree.root.load(Ordering::Acquire);
        let (slide, slide_at, edge) = tree.arena.children(root).nth(1).unwrap();
        let slid = edge.link();
        let (shot, shot_at, _) = tree.arena.children(slid).next().unwrap();
        let found = tree.prove(shot_at, slid, Proof::Win);
        let found = found.and_then(|proof| tree.prove(slide_at, root, proof));
        assert_eq!(found, Some(Proof::Win));
        tree.set_proof(Proof::Win);
        let (from, to) = slide.as_slide();
        (tree, slide_at, Move::new(from, to, shot.as_shot()))
    }

    #[test]
    fn a_win_whose_move_is_lost_is_forgotten() {
        let mut hands = Hands::new(0);
        let (mut tree, slide_at, winning) = won_tree(&mut hands);
        let best = |tree: &Tree| tree.best_move(tree.root.load(Ordering::Acquire), None);
        assert!(tree.set_position(&Position::start(), true));
        assert_eq!(tree.proof(), Some(Proof::Win));
        assert_eq!(best(&tree).unwrap().first, winning);
        tree.arena.unlink(slide_at);
        assert!(tree.set_position(&Position::start(), true));
        assert_eq!(tree.proof(), None);
        assert_eq!(best(&tree).unwrap().candidate.edge.proof(), None);
        (0..300).for_each(|_| tree.simulate(&mut hands));
        assert_eq!(tree.proof(), None, "nothing is left of the proof");
    }

    #[test]
    fn recycling_leaves_the_root_its_winning_move() {
        let mut hands = Hands::new(0);
        let (tree, slide_at, winning) = won_tree(&mut hands);
        let others = RootChoice::new(&tree.position, |m| {
            (m.from, m.to) != (winning.from, winning.to)
        });
        let mut recycled = 0;
        while recycled < 2 {
            assert!(tree.simulate_among(&mut hands, others.as_ref().unwrap()));
            if tree.is_nearly_full() {
                tree.recycle(&mut hands.supply, || false);
                recycled += u32::from(tree.arena.available() > tree.arena.capacity() / 3);
            }
        }
        assert_ne!(tree.arena.edge(slide_at).link(), NONE);
        let root = tree.root.load(Ordering::Acquire);
        assert_eq!(tree.best_move(root, None).unwrap().first, winning);
    }

    #[test]
    fn finds_the_plies_between_positions() {
        let mut position = Position::start();
        let plies: Vec<Move> = ["d1-d7/g7", "a7-a8/a7", "a4-c4/a4"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let mut line = vec![position];
        for &m in &plies {
            position.play(m).unwrap();
            line.push(position);
        }
        assert_eq!(
            moves_between(&line[0], &line[1]),
            [SmallVec::<[Move; 2]>::from_slice(&plies[..1])]
        );
        assert_eq!(
            moves_between(&line[1], &line[3]),
            [SmallVec::<[Move; 2]>::from_slice(&plies[1..])]
        );
        assert!(moves_between(&line[0], &line[3]).is_empty());
        assert!(moves_between(&line[1], &line[0]).is_empty());
    }
}
