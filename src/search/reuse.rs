//! Keeping what the tree knows when the game goes on.

use core::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::arena::NONE;
use super::edge::{Edge, EdgeAt};
use super::record::Record;
use super::tree::Tree;
use crate::board::{Bitboard, Color, Move, Position, Square};

impl Tree {
    /// Takes `position` for the root. What hangs below it stays when it is the present root, or one or two plies further on
    /// and in the tree; else the tree is emptied. Returns whether anything was kept.
    pub(super) fn set_position(&mut self, position: &Position, keep: bool) -> bool {
        let kept = keep && (*position == self.position || self.advance_to(position));
        if !kept {
            self.reset(position);
        }
        kept
    }

    fn advance_to(&mut self, position: &Position) -> bool {
        for moves in moves_between(&self.position, position) {
            if let Some((at, edge)) = self.find(&moves) {
                self.advance(at, edge, position);
                return true;
            }
        }
        false
    }

    /// The edge that these plies lead over, if there is a node below it. Its values are those of the side that moved last.
    fn find(&self, moves: &[Move]) -> Option<(EdgeAt, Edge)> {
        let mut node = self.root.load(Ordering::Acquire);
        let mut last = None;
        for m in moves {
            let (_, slide) = self.find_child(node, |child| child.as_slide() == (m.from, m.to))?;
            let shot = self.find_child(slide.link(), |child| child.as_shot() == m.arrow)?;
            node = shot.1.link();
            last = Some(shot);
        }
        last.filter(|(_, edge)| edge.link() != NONE)
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

#[cfg(test)]
mod tests {
    use super::*;

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
