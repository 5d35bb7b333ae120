//! UCT as one writes it first (Kocsis and Szepesvari 2006): a tree of whole moves, UCB1, and random games to the end
//! at the leaves. It knows nothing of the game but its rules.

use amazons::{Color, Move, Position};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Exploration constant of UCB1, lower than its textbook value of the square root of 2, which with hundreds of moves
/// would spread the few visits evenly.
const EXPLORATION: f64 = 0.4;

/// A tree of this size (some 100 MiB) grows no further; its leaves are played out again and again.
const MOST_NODES: usize = 4_000_000;

struct Node {
    m: Move,
    visits: u32,
    /// Games won by the side that plays `m`.
    wins: u32,
    /// The node's children, or nothing before they are made.
    children: Option<(u32, u32)>,
}

impl Node {
    fn new(m: Move) -> Node {
        Node {
            m,
            visits: 0,
            wins: 0,
            children: None,
        }
    }
}

/// A player that searches anew for every move.
pub struct PlayoutUct {
    rng: Pcg64Mcg,
    nodes: Vec<Node>,
}

impl PlayoutUct {
    pub fn new(seed: u64) -> PlayoutUct {
        PlayoutUct {
            rng: Pcg64Mcg::seed_from_u64(seed),
            nodes: Vec::new(),
        }
    }

    /// The most visited move after random games for as long as `goes_on` is true of their number and of the tree's
    /// nodes, and at least one game; nothing when there is no move.
    pub fn choose(
        &mut self,
        position: &Position,
        mut goes_on: impl FnMut(u64, u64) -> bool,
    ) -> Option<Move> {
        self.nodes.clear();
        let any = position.random_move(&mut self.rng)?;
        // The root's move is never looked at.
        self.nodes.push(Node::new(any));
        self.expand(0, position);
        let mut games = 0;
        while games == 0 || goes_on(games, self.nodes.len() as u64) {
            self.simulate(position);
            games += 1;
        }
        let (first, end) = self.nodes[0].children?;
        let children = &self.nodes[first as usize..end as usize];
        children
            .iter()
            .max_by_key(|child| child.visits)
            .map(|child| child.m)
    }

    fn simulate(&mut self, root: &Position) {
        let mut position = *root;
        let mut path = vec![(0, !root.turn())];
        let mut at = 0;
        loop {
            if self.nodes[at].children.is_none() && self.nodes[at].visits > 0 {
                self.expand(at, &position);
            }
            let Some(child) = self.select(at) else { break };
            path.push((child, position.turn()));
            position.play_unchecked(self.nodes[child].m);
            at = child;
            if self.nodes[at].visits == 0 {
                break;
            }
        }
        let winner = self.play_out(position);
        for (node, mover) in path {
            self.nodes[node].visits += 1;
            self.nodes[node].wins += u32::from(mover == winner);
        }
    }

    fn expand(&mut self, node: usize, position: &Position) {
        if self.nodes.len() >= MOST_NODES {
            return;
        }
        let mut moves = position.legal_moves();
        // The order of the first visits.
        moves.shuffle(&mut self.rng);
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.into_iter().map(Node::new));
        self.nodes[node].children = Some((first, self.nodes.len() as u32));
    }

    /// The child to visit: the first unvisited one, else the one of the greatest upper bound.
    fn select(&self, node: usize) -> Option<usize> {
        let (first, end) = self.nodes[node].children?;
        let range = first as usize..end as usize;
        let total = f64::from(self.nodes[node].visits).ln();
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for index in range {
            let child = &self.nodes[index];
            if child.visits == 0 {
                return Some(index);
            }
            let visits = f64::from(child.visits);
            let bound = f64::from(child.wins) / visits + EXPLORATION * (total / visits).sqrt();
            if bound > best_bound {
                (best, best_bound) = (Some(index), bound);
            }
        }
        best
    }

    fn play_out(&mut self, mut position: Position) -> Color {
        while let Some(m) = position.random_move(&mut self.rng) {
            position.play_unchecked(m);
        }
        !position.turn()
    }
}
