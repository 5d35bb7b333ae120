//! The search: who wins a sum of contested parts.

use super::super::bounds::Worth;
use super::super::fill::FillSearch;
use super::sum::{Contest, Sum};
use super::table::{Hint, Known, Table};
use crate::Move;

/// Nodes that finding the longest fill of one region may cost, before the region is searched like a contested one.
const FILL_WORK: u64 = 20_000;

pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) fills: FillSearch,
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(table: &'a Table) -> Search<'a> {
        Search {
            table,
            fills: FillSearch::new(FILL_WORK),
            nodes: 0,
        }
    }

    /// Whether the side to move wins, or `None` when the search has to end.
    pub(super) fn wins(&mut self, sum: &Sum) -> Option<bool> {
        if let Some(wins) = sum.decided() {
            return Some(wins);
        }
        let key = sum.key();
        let known = self.table.get(key);
        if let Some(wins) = known.decides(sum.balance) {
            return Some(wins);
        }
        if sum.contests.len() > 1 {
            let refined = self.refined(sum)?;
            if let Some(wins) = refined.decided() {
                return Some(wins);
            }
            if refined.contests.len() < sum.contests.len() {
                return self.wins(&refined);
            }
        }
        self.nodes += 1;
        let before = self.nodes;
        let mut children: Vec<(i32, Move, Sum)> = Vec::new();
        let mut winning = None;
        let table = self.table;
        sum.for_each_child(&mut self.fills, |m, child| {
            let decided = child
                .decided()
                .or_else(|| table.get(child.key()).decides(child.balance));
            match decided {
                Some(false) => winning = Some(m),
                Some(true) => {}
                None => {
                    let mut order = child.guess();
                    if known.hint == Hint::Best(m) {
                        order -= 1000;
                    }
                    children.push((order, m, child));
                }
            }
            winning.is_some()
        });
        if winning.is_none() {
            children.sort_by_key(|&(order, ..)| order);
            for (_, m, child) in &children {
                if !self.wins(child)? {
                    winning = Some(*m);
                    break;
                }
            }
        }
        let mut wins = winning.is_some();
        if !wins && sum.balance > 0 {
            // A free move elsewhere.
            let mut passed = Sum {
                balance: 1 - sum.balance,
                ..Sum::default()
            };
            passed
                .contests
                .extend(sum.contests.iter().map(|contest| contest.swapped()));
            wins = !self.wins(&passed)?;
        }
        self.store(key, sum.balance, wins, winning, self.nodes - before);
        Some(wins)
    }

    pub(super) fn store(&self, key: u64, balance: i32, wins: bool, best: Option<Move>, nodes: u64) {
        let mut known = Known {
            effort: (64 - nodes.leading_zeros()) as u8,
            hint: best.map_or(Hint::Nothing, Hint::Best),
            ..Known::NOTHING
        };
        if wins {
            known.wins_from = balance as i8;
        } else {
            known.loses_to = balance as i8;
        }
        self.table.put(key, known);
    }

    /// The sum with the bounds of its parts as close as searching the small ones alone makes them.
    pub(super) fn refined(&mut self, sum: &Sum) -> Option<Sum> {
        let mut refined = Sum {
            balance: sum.balance,
            ..Sum::default()
        };
        refined.contests.clone_from(&sum.contests);
        // TODO order small first
        for i in 0..refined.contests.len() {
            let contest = refined.contests[i];
            let worth = self.part_worth(&contest)?;
            refined.contests[i].worth = worth;
            if refined.decided().is_some() {
                return Some(refined);
            }
        }
        let mut folded = Sum {
            balance: refined.balance,
            ..Sum::default()
        };
        for contest in refined.contests {
            if contest.worth.lo == contest.worth.hi {
                folded.balance += contest.worth.lo;
            } else {
                folded.contests.push(contest);
            }
        }
        Some(folded)
    }

    fn part_worth(&mut self, contest: &Contest) -> Option<Worth> {
        let mut worth = contest.worth;
        let alone = |contest: Contest, balance: i32| {
            let mut sum = Sum {
                balance,
                ..Sum::default()
            };
            sum.contests.push(contest);
            sum
        };
        let swapped = contest.swapped();
        let own_first = self.table.get(alone(*contest, 0).key());
        let enemy_first = self.table.get(alone(swapped, 0).key());
        worth.lo = worth.lo.max(i32::from(enemy_first.loses_to));
        worth.hi = worth.hi.min(-i32::from(own_first.loses_to));
        if contest.empty.count() <= SMALL {
            while worth.lo < worth.hi && !self.wins(&alone(swapped, worth.lo + 1))? {
                worth.lo += 1;
            }
            while worth.lo < worth.hi && !self.wins(&alone(*contest, 1 - worth.hi))? {
                worth.hi -= 1;
            }
        }
        Some(worth)
    }
}

const SMALL: u32 = 9;
