//! What the solver says.

use super::search::Search;
use super::sum::Sum;
use crate::{Move, Position};

/// Who wins, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// It loses, whatever it plays.
    Loss,
    /// Not found out within the limits.
    Unknown,
}

impl Verdict {
    pub(super) const fn from_win(wins: bool) -> Verdict {
        if wins { Verdict::Win } else { Verdict::Loss }
    }
}

/// `win`, `loss` or `unknown`.
impl core::fmt::Display for Verdict {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Unknown => "unknown",
        })
    }
}

/// What [`Solver::solve`](super::Solver::solve) found out.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// Who wins, for the side to move.
    pub verdict: Verdict,
    /// Moves proven to win, in the order of their squares: all when [`complete`](Solution::complete), else at least one
    /// when the verdict is a win and the limits did not cut the search off before one was named.
    pub winning_moves: Vec<Move>,
    /// Whether every other move is proven to lose.
    pub complete: bool,
    /// A line of play in which the winner never leaves the win: to the end of the game, unless the limits cut it off.
    /// Empty when not asked for.
    pub line: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
    /// The length in plies of the longest line searched best first.
    pub depth: u32,
    /// Time taken.
    pub seconds: f64,
}

impl Solution {
    pub(super) const fn unknown() -> Solution {
        Solution {
            verdict: Verdict::Unknown,
            winning_moves: Vec::new(),
            complete: false,
            line: Vec::new(),
            nodes: 0,
            depth: 0,
            seconds: 0.0,
        }
    }
}

/// How far the solver has come.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolveProgress {
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time taken so far.
    pub seconds: f64,
    /// The length in plies of the longest line searched best first.
    pub depth: u32,
    /// Moves of the position, without those that a symmetry makes of others.
    pub moves: usize,
    /// How many of these are known to lose.
    pub refuted: usize,
}

impl Search<'_> {
    /// A line of play from a position whose outcome is known: the winner plays moves that win, `first` if there is one,
    /// the loser those that took the most work to refute.
    pub(super) fn line(
        &mut self,
        position: &Position,
        wins: bool,
        first: Option<Move>,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut mover_wins = wins;
        let mut next = first;
        loop {
            let chosen = match next.take() {
                Some(m) => Some(m),
                None if mover_wins => self.winning_move(&position),
                None => self.stubborn_move(&position),
            };
            let Some(m) = chosen else {
                return line;
            };
            line.push(m);
            position.play_unchecked(m);
            mover_wins = !mover_wins;
        }
    }

    fn children(&mut self, position: &Position) -> Vec<(Move, Sum)> {
        position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let mut after = *position;
                after.play_unchecked(m);
                (m, Sum::of(&after, &mut self.fills))
            })
            .collect()
    }

    fn winning_move(&mut self, position: &Position) -> Option<Move> {
        let mut children = self.children(position);
        let known = |search: &Search, child: &Sum| {
            child
                .decided()
                .or_else(|| search.shared.table.get(child.key()).decides(child.balance))
        };
        if let Some((m, _)) = children
            .iter()
            .find(|(_, child)| known(self, child) == Some(false))
        {
            return Some(*m);
        }
        children.retain(|(_, child)| known(self, child).is_none());
        children.sort_by_key(|(_, child)| child.guess());
        for (m, child) in children {
            if !self.prove(&child, 1)? {
                return Some(m);
            }
        }
        None
    }

    fn stubborn_move(&mut self, position: &Position) -> Option<Move> {
        let children = self.children(position);
        children
            .into_iter()
            .max_by_key(|(_, child)| {
                let effort = self.shared.table.get(child.key()).effort;
                (effort, -child.guess())
            })
            .map(|(m, _)| m)
    }
}
