//! A worker of the solver, and its depth-first search for small sums.

use core::ops::ControlFlow;
use std::sync::Arc;

use super::super::bounds::Worth;
use super::super::fill_search::{Effort, FillSearch};
use super::shared::Shared;
use super::sum::{Contest, Step, Sum};
use super::table::{Hint, Known};
use crate::Move;

/// Nodes that finding the longest fill of one region may cost, before the region is searched like a contested one.
const FILL_WORK: u64 = 2_000;

/// Contested parts of a sum with at most so many empty squares are searched on their own: that is cheaper than searching
/// the sum, and other sums hold the same part.
const SMALL_PART: u32 = 9;

/// Looks at what the workers have done so far.
type OnBlock<'a> = Box<dyn FnMut(&Shared) + 'a>;

pub(super) struct Search<'a> {
    pub(super) shared: &'a Arc<Shared>,
    pub(super) fills: FillSearch,
    /// Nodes of this worker.
    pub(super) nodes: u64,
    /// Nodes it may make before it asks for more.
    allowed: u64,
    /// Called with every block of nodes.
    pub(super) on_block: Option<OnBlock<'a>>,
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.shared.give_back(self.allowed);
    }
}

impl<'a> Search<'a> {
    /// A worker whose memory of fills takes at most `bytes` bytes.
    pub(super) fn new(shared: &'a Arc<Shared>, bytes: usize) -> Search<'a> {
        Search {
            shared,
            fills: FillSearch::new(Effort {
                work: FILL_WORK,
                bytes,
            }),
            nodes: 0,
            allowed: 0,
            on_block: None,
        }
    }

    /// Counts a node, or says `None` when the search has to end.
    pub(super) fn count_node(&mut self) -> Option<()> {
        if self.allowed == 0 {
            if let Some(on_block) = &mut self.on_block {
                on_block(self.shared);
            }
            self.allowed = self.shared.take_nodes()?;
        }
        self.allowed -= 1;
        self.nodes += 1;
        Some(())
    }

    /// What the bounds, the table and the parts by themselves say of a sum.
    pub(super) fn known(&mut self, sum: &Sum) -> Option<Judged> {
        if let Some(wins) = sum.decided() {
            return Some(Judged::Wins(wins));
        }
        if let Some(wins) = self.shared.table.get(sum.key()).decides(sum.balance) {
            return Some(Judged::Wins(wins));
        }
        if sum.contests.len() < 2 {
            return Some(Judged::Open);
        }
        let refined = self.refined(sum)?;
        Some(match refined.decided() {
            Some(wins) => Judged::Wins(wins),
            None if refined.contests.len() < sum.contests.len() => {
                Judged::Smaller(Box::new(refined))
            }
            None => Judged::Open,
        })
    }

    /// Whether the side to move wins, by depth-first search, or `None` when the search has to end.
    pub(super) fn wins(&mut self, sum: &Sum) -> Option<bool> {
        match self.known(sum)? {
            Judged::Wins(wins) => return Some(wins),
            Judged::Smaller(sum) => return self.wins(&sum),
            Judged::Open => {}
        }
        self.count_node()?;
        let before = self.nodes;
        let key = sum.key();
        let table = &self.shared.table;
        let hint = table.get(key).hint;
        let mut children: Vec<(i32, Step)> = Vec::new();
        let found = sum.for_each_child(&mut self.fills, |step, child| {
            let decided = child
                .decided()
                .or_else(|| table.get(child.key()).decides(child.balance));
            match decided {
                Some(false) => return ControlFlow::Break(step.m),
                Some(true) => {}
                None => {
                    let order = if hint == Hint::Best(step.m) {
                        i32::MIN
                    } else {
                        child.guess()
                    };
                    children.push((order, step));
                }
            }
            ControlFlow::Continue(())
        });
        let mut winning = found.break_value();
        if winning.is_none() {
            children.sort_by_key(|&(order, _)| order);
            for (_, step) in children {
                let child = sum.child(step, &mut self.fills);
                if !self.wins(&child)? {
                    winning = Some(step.m);
                    break;
                }
            }
        }
        let wins = winning.is_some() || sum.balance > 0 && !self.wins(&sum.passed())?;
        self.store(key, sum.balance, wins, winning, self.nodes - before);
        Some(wins)
    }

    /// Remembers who wins.
    pub(super) fn store(&self, key: u64, balance: i32, wins: bool, best: Option<Move>, nodes: u64) {
        let mut known = Known {
            effort: effort(nodes),
            hint: best.map_or(Hint::Nothing, Hint::Best),
            ..Known::NOTHING
        };
        if wins {
            known.wins_from = balance as i8;
        } else {
            known.loses_to = balance as i8;
        }
        self.shared.table.put(key, known);
    }

    /// The sum with closer bounds of its parts: those in the table, and for small parts the closest whole numbers, found
    /// by searching the part alone. Parts that turn out to be whole numbers go into the balance.
    fn refined(&mut self, sum: &Sum) -> Option<Sum> {
        let mut refined = sum.clone();
        refined
            .contests
            .sort_by_key(|contest| contest.empty.count());
        for index in 0..refined.contests.len() {
            let worth = self.part_worth(&refined.contests[index])?;
            refined.contests[index].worth = worth;
            if refined.decided().is_some() {
                return Some(refined);
            }
        }
        let mut balance = refined.balance;
        refined.contests.retain(|contest| {
            let whole = contest.worth.lo == contest.worth.hi;
            if whole {
                balance += contest.worth.lo;
            }
            !whole
        });
        refined.balance = balance;
        Some(refined)
    }

    fn part_worth(&mut self, contest: &Contest) -> Option<Worth> {
        let mut worth = contest.worth;
        let swapped = contest.swapped();
        let own_first = self.shared.table.get(Sum::single(*contest, 0).key());
        let enemy_first = self.shared.table.get(Sum::single(swapped, 0).key());
        worth.lo = worth.lo.max(i32::from(enemy_first.loses_to));
        worth.hi = worth.hi.min(-i32::from(own_first.loses_to));
        if contest.empty.count() <= SMALL_PART {
            while worth.lo < worth.hi && !self.wins(&Sum::single(swapped, worth.lo + 1))? {
                worth.lo += 1;
            }
            while worth.lo < worth.hi && !self.wins(&Sum::single(*contest, 1 - worth.hi))? {
                worth.hi -= 1;
            }
        }
        Some(worth)
    }
}

/// What is known of a sum before its moves are searched.
pub(super) enum Judged {
    /// Whether the side to move wins.
    Wins(bool),
    /// It is worth as much as this sum of fewer parts.
    Smaller(Box<Sum>),
    Open,
}

/// The measure of work by which the table chooses what to forget.
pub(super) fn effort(nodes: u64) -> u8 {
    (u64::BITS - nodes.leading_zeros()) as u8
}
