//! Which position to search next, and what all searches say together: drop-out expansion (T. R. Lincke, "Strategies for
//! the automatic construction of opening books", Computers and Games 2000).

use std::cmp::Reverse;
use std::collections::HashMap;

use amazons::{BookMove, Position};

use super::work_file::{CERTAIN, FoundMove, Searched};

/// A move to which its search gave less than one visit for so many of the most visited one's has a win rate that says little:
/// until the position after it is searched its own is worth no more for it, and it gets into no book.
const LEAST_SHARE_KNOWN: u64 = 10;

/// A move with still less is not looked into.
const LEAST_SHARE_SEARCHED: u64 = 100;

/// The most that a move of a book may lose against the best one, in [`CERTAIN`]ths: from there on `review` calls it an
/// inaccuracy.
const MOST_LOSS: u32 = 500;

/// Positions that were searched. Symmetric ones are one.
///
/// A move's win rate is what its search came to, until the position after it is searched too: then it is what the best move
/// there leaves.
pub struct Expansion {
    start: Position,
    /// What a ply costs, in [`CERTAIN`]ths: so that not only the best line is looked into, ever deeper.
    penalty: u32,
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
}

struct Node {
    position: Position,
    /// Without those that lead to the same position as one before.
    moves: Vec<Step>,
}

struct Step {
    found: FoundMove,
    after: Position,
    key: u64,
}

/// What is known of a position.
#[derive(Clone, Default)]
struct Worth {
    /// Of each of its moves.
    moves: Vec<MoveWorth>,
    /// The best win rate, nothing without moves.
    best: Option<u32>,
    /// Simulations in all.
    visits: u64,
}

#[derive(Clone, Copy)]
struct MoveWorth {
    win_rate: u32,
    visits: u64,
    /// Whether the win rate is one to go by.
    is_known: bool,
}

impl Worth {
    fn of(moves: Vec<MoveWorth>) -> Worth {
        let known = moves.iter().filter(|m| m.is_known);
        Worth {
            best: known.map(|m| m.win_rate).max(),
            visits: moves.iter().fold(0, |sum, m| m.visits.saturating_add(sum)),
            moves,
        }
    }

    /// What a move loses against the best one.
    fn loss(&self, m: &MoveWorth) -> u32 {
        self.best.unwrap_or(0).saturating_sub(m.win_rate)
    }
}

impl Node {
    /// Whether the search of the position gave a move one visit for every `one_in` of the most visited one.
    fn has_share(&self, step: &Step, one_in: u64) -> bool {
        let most = self.moves.iter().map(|step| step.found.visits).max();
        step.found.visits.saturating_mul(one_in) >= most.unwrap_or(0)
    }
}

impl Expansion {
    pub fn new(start: Position, penalty: u32) -> Expansion {
        Expansion {
            start,
            penalty,
            nodes: Vec::new(),
            by_key: HashMap::new(),
        }
    }

    /// The number of positions searched.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Takes in what a search has found.
    pub fn add(&mut self, searched: &Searched) {
        let position = searched.position;
        let mut moves: Vec<Step> = Vec::new();
        for &found in &searched.moves {
            let mut after = position;
            if after.play(found.m).is_err() {
                continue;
            }
            let key = after.symmetric_hash();
            match moves.iter_mut().find(|step| step.key == key) {
                Some(same) => same.found.visits = same.found.visits.saturating_add(found.visits),
                None => moves.push(Step { found, after, key }),
            }
        }
        self.by_key
            .insert(position.symmetric_hash(), self.nodes.len());
        self.nodes.push(Node { position, moves });
    }

    /// The position to search next: of those not searched, the one to which play from the start loses the least, plies
    /// included. Nothing if there is none left.
    pub fn next(&self) -> Option<Position> {
        let Some(&root) = self.by_key.get(&self.start.symmetric_hash()) else {
            return self.start.has_move().then_some(self.start);
        };
        let worths = self.worths();
        let mut costs: Vec<Option<u32>> = vec![None; self.nodes.len()];
        costs[root] = Some(0);
        let mut next: Option<(u32, Position)> = None;
        // A move burns a square: whatever leads to a position comes before it.
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| Reverse(self.empties(node)));
        for node in order {
            let Some(cost) = costs[node] else {
                continue;
            };
            let (node, worth) = (&self.nodes[node], &worths[node]);
            for (step, of_move) in node.moves.iter().zip(&worth.moves) {
                let cost = cost + worth.loss(of_move) + self.penalty;
                if let Some(&child) = self.by_key.get(&step.key) {
                    costs[child] = Some(costs[child].map_or(cost, |known| known.min(cost)));
                    continue;
                }
                let is_open = (1..CERTAIN).contains(&of_move.win_rate)
                    && node.has_share(step, LEAST_SHARE_SEARCHED)
                    && step.after.has_move();
                if is_open && next.is_none_or(|(least, _)| cost < least) {
                    next = Some((cost, step.after));
                }
            }
        }
        next.map(|(_, position)| position)
    }

    /// What goes into a book: the good moves of every position.
    pub fn entries(&self) -> impl Iterator<Item = (Position, Vec<BookMove>)> {
        self.nodes.iter().zip(self.worths()).map(|(node, worth)| {
            let moves = node.moves.iter().zip(&worth.moves);
            let good = moves.filter(|(_, m)| m.is_known && worth.loss(m) <= MOST_LOSS);
            let moves = good.map(|(step, m)| {
                let win_rate = m.win_rate as f32 / CERTAIN as f32;
                let visits = u32::try_from(m.visits).unwrap_or(u32::MAX);
                BookMove::new(step.found.m, win_rate, visits)
            });
            (node.position, moves.collect())
        })
    }

    /// What all searches say of every position, the last plies first.
    fn worths(&self) -> Vec<Worth> {
        let mut worths = vec![Worth::default(); self.nodes.len()];
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| self.empties(node));
        for index in order {
            let node = &self.nodes[index];
            let moves = node.moves.iter().map(|step| {
                let after = self.by_key.get(&step.key).map(|&child| &worths[child]);
                match after.and_then(|after| Some((after, after.best?))) {
                    Some((after, best)) => MoveWorth {
                        win_rate: CERTAIN - best,
                        visits: step.found.visits.saturating_add(after.visits),
                        is_known: true,
                    },
                    None => MoveWorth {
                        win_rate: step.found.win_rate,
                        visits: step.found.visits,
                        is_known: node.has_share(step, LEAST_SHARE_KNOWN),
                    },
                }
            });
            worths[index] = Worth::of(moves.collect());
        }
        worths
    }

    fn empties(&self, node: usize) -> u32 {
        self.nodes[node].position.empty().count()
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Move, Symmetry};

    use super::super::work_file::Terms;
    use super::*;

    /// A search with moves, their win rates and visits.
    fn searched(position: Position, moves: &[(&str, u32, u64)]) -> Searched {
        let moves = moves.iter().map(|&(m, win_rate, visits)| FoundMove {
            m: m.parse().unwrap(),
            win_rate,
            visits,
        });
        Searched {
            position,
            moves: moves.collect(),
            terms: Terms {
                start: Position::start(),
                seed: 0,
                visits: None,
                milliseconds: None,
                lines: 5,
            },
        }
    }

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::start();
        for m in moves {
            position.play(m.parse().unwrap()).unwrap();
        }
        position
    }

    fn is_same(a: Option<Position>, b: Position) -> bool {
        a.is_some_and(|a| a.symmetric_hash() == b.symmetric_hash())
    }

    const BEST: &str = "d1-d7/g7";
    const SECOND: &str = "g1-g9/d9";
    const THIRD: &str = "a4-c4/a4";

    fn moves_of(expansion: &Expansion, position: Position) -> Vec<BookMove> {
        let entry = expansion
            .entries()
            .find(|(other, _)| other.symmetric_hash() == position.symmetric_hash());
        entry.unwrap().1
    }

    #[test]
    fn the_least_loss_is_searched_next() {
        let start = Position::start();
        let mut expansion = Expansion::new(start, 100);
        assert_eq!(expansion.next(), Some(start));
        expansion.add(&searched(
            start,
            &[(BEST, 5300, 900), (SECOND, 5250, 500), (THIRD, 5240, 8)],
        ));
        // The third was hardly looked at.
        assert!(is_same(expansion.next(), after(&[BEST])));
        expansion.add(&searched(
            after(&[BEST]),
            &[("a7-a8/a7", 4700, 800), ("j7-j8/j7", 4690, 500)],
        ));
        // Two plies cost 200, one and the loss 150.
        assert!(is_same(expansion.next(), after(&[SECOND])));
        expansion.add(&searched(after(&[SECOND]), &[("a7-a8/a7", 4900, 800)]));
        assert!(is_same(expansion.next(), after(&[BEST, "a7-a8/a7"])));
        let known = moves_of(&expansion, start);
        assert_eq!(known.len(), 2);
        assert_eq!((known[0].win_rate, known[0].visits), (0.53, 2200));
        assert_eq!((known[1].win_rate, known[1].visits), (0.51, 1300));
    }

    #[test]
    fn what_comes_out_later_counts_for_the_plies_before() {
        let start = Position::start();
        let mut expansion = Expansion::new(start, 10);
        expansion.add(&searched(start, &[(BEST, 5300, 900), (SECOND, 5100, 500)]));
        // The reply is better than the search had seen.
        expansion.add(&searched(after(&[BEST]), &[("a7-a8/a7", 6000, 800)]));
        assert!(is_same(expansion.next(), after(&[SECOND])));
        let known = moves_of(&expansion, start);
        // It now loses more than a book's move may.
        assert_eq!(known.len(), 1);
        assert_eq!(known[0].m, SECOND.parse::<Move>().unwrap());
        // A decided position is not looked into.
        expansion.add(&searched(after(&[SECOND]), &[("a7-a8/a7", CERTAIN, 800)]));
        expansion.add(&searched(after(&[BEST, "a7-a8/a7"]), &[]));
        assert_eq!(expansion.next(), None);
    }

    #[test]
    fn symmetric_positions_and_moves_are_one() {
        let start = Position::start();
        let mirror = Symmetry::ALL
            .into_iter()
            .find(|&s| s != Symmetry::IDENTITY && start.transformed(s) == start)
            .unwrap();
        let image = mirror.apply_to_move(BEST.parse().unwrap(), 10, 10).unwrap();
        let image = image.to_string();
        let mut expansion = Expansion::new(start.reversed(), 10);
        expansion.add(&searched(
            start,
            &[(BEST, 5300, 900), (&image, 5200, 800), (SECOND, 5290, 800)],
        ));
        let known = moves_of(&expansion, start);
        assert_eq!(known.len(), 2);
        assert_eq!((known[0].win_rate, known[0].visits), (0.53, 1700));
        expansion.add(&searched(after(&[&image]), &[("a7-a8/a7", 4700, 800)]));
        assert!(is_same(expansion.next(), after(&[SECOND])));
    }

    #[test]
    fn a_finished_game_has_no_book() {
        assert_eq!(Expansion::new("Q*q w".parse().unwrap(), 1).next(), None);
    }
}
