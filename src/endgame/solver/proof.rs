//! Best-first search by proof numbers, for positions too large to search depth first.
//!
//! Depth-first proof-number search (Nagai 2002) with the 1 + epsilon trick (Pawlewicz and Lew 2007): a position's numbers
//! estimate how many open positions have to be decided to prove a win, and a loss, of the side to move; the search goes
//! where the fewest are left, and stays in a subtree until its numbers pass those of the second-best one.

use core::ops::ControlFlow;

use super::Answer;
use super::search::{Judged, Search, effort};
use super::sum::{Step, Sum};
use super::table::{Hint, Known, Numbers};
use crate::{Move, Position};

/// As large as a proof number gets: no proof.
const MOST: u16 = u16::MAX;

/// Sums with at most so many empty squares are searched depth first: of 4, 6, 8 and 11 this made the fewest nodes on 5x4
/// and 4x5 boards.
const DEPTH_FIRST: u32 = 6;

/// The share of the second-best number, one in so many, by which the best one may pass it.
const EPSILON: u16 = 4;

/// The numbers of a decided position.
const fn decided(wins: bool) -> Numbers {
    if wins {
        Numbers { win: 0, loss: MOST }
    } else {
        Numbers { win: MOST, loss: 0 }
    }
}

/// The numbers of a position not looked into yet: it is hard to win for the side that is behind, and the more moves a side
/// has, the more of them must be refuted to beat it. The factors were fitted to the nodes that small boards took.
fn first_numbers(sum: &Sum) -> Numbers {
    let guess = sum.guess();
    let behind = |guess: i32| (4 - 2 * guess).max(1);
    let cap = |number: i32| number.clamp(1, 1000) as u16;
    Numbers {
        win: cap(behind(guess)),
        loss: cap(behind(-guess) + sum.slides() as i32 / 2),
    }
}

/// A move whose outcome is open.
struct Child {
    step: Step,
    key: u64,
    numbers: Numbers,
}

/// What children are made from.
enum Parent<'a> {
    Sum(&'a Sum),
    Root(&'a Position),
}

impl Search<'_> {
    /// Whether the side to move wins, or `None` when the search has to end.
    pub(super) fn prove(&mut self, sum: &Sum, depth: u32) -> Option<bool> {
        let limits = Numbers {
            win: MOST,
            loss: MOST,
        };
        Some(self.expand(sum, limits, depth)?.win == 0)
    }

    /// Whether the side to move wins, and by which of `moves`, which are as good as all, or `None` when the search has to
    /// end.
    pub(super) fn prove_root(&mut self, position: &Position, moves: &[Move]) -> Option<Answer> {
        self.count_node()?;
        let sum = Sum::of(position, &mut self.fills);
        let known = self.shared.table.get(sum.key());
        if let Some(false) = sum.decided().or_else(|| known.decides(sum.balance)) {
            return Some(Answer {
                wins: false,
                best: None,
            });
        }
        let mut children = Vec::with_capacity(moves.len());
        for &m in moves {
            let step = Step { index: 0, m };
            let child = Parent::Root(position).child(step, self);
            let key = child.key();
            let known = self.shared.table.get(key);
            match child.decided().or_else(|| known.decides(child.balance)) {
                Some(false) => {
                    return Some(Answer {
                        wins: true,
                        best: Some(m),
                    });
                }
                Some(true) => {}
                None => children.push(Child {
                    step,
                    key,
                    numbers: known
                        .numbers(child.balance)
                        .unwrap_or_else(|| first_numbers(&child)),
                }),
            }
        }
        let limits = Numbers {
            win: MOST,
            loss: MOST,
        };
        let numbers = self.select(Parent::Root(position), &sum, children, limits, 0)?;
        let wins = numbers.win == 0;
        let best = match self.shared.table.get(sum.key()).hint {
            Hint::Best(m) if wins && moves.contains(&m) => Some(m),
            _ => None,
        };
        Some(Answer { wins, best })
    }

    /// Searches until the numbers of `sum` reach one of the `limits` and returns them, or `None` when the search has to
    /// end.
    fn expand(&mut self, sum: &Sum, limits: Numbers, depth: u32) -> Option<Numbers> {
        match self.known(sum)? {
            Judged::Wins(wins) => return Some(decided(wins)),
            Judged::Smaller(sum) => return self.expand(&sum, limits, depth),
            Judged::Open => {}
        }
        if sum.size() <= DEPTH_FIRST {
            return self.wins(sum).map(decided);
        }
        self.count_node()?;
        self.shared.reached_depth(depth);
        let mut open: Vec<(Step, u64, i32, Numbers)> = Vec::with_capacity(64);
        let found = sum.for_each_child(&mut self.fills, |step, child| {
            match child.decided() {
                Some(false) => return ControlFlow::Break(step.m),
                Some(true) => {}
                None => open.push((step, child.key(), child.balance, first_numbers(child))),
            }
            ControlFlow::Continue(())
        });
        let mut winning = found.break_value();
        let mut children = Vec::with_capacity(open.len());
        if winning.is_none() {
            // Apart from making the children, so that the table's cache misses overlap.
            for (step, key, balance, first) in open {
                let known = self.shared.table.get(key);
                match known.decides(balance) {
                    Some(false) => {
                        winning = Some(step.m);
                        break;
                    }
                    Some(true) => {}
                    None => children.push(Child {
                        step,
                        key,
                        numbers: known.numbers(balance).unwrap_or(first),
                    }),
                }
            }
        }
        if winning.is_some() {
            self.store(sum.key(), sum.balance, true, winning, 1);
            return Some(decided(true));
        }
        self.select(Parent::Sum(sum), sum, children, limits, depth)
    }

    /// Searches the most promising child again and again.
    fn select(
        &mut self,
        parent: Parent,
        sum: &Sum,
        mut children: Vec<Child>,
        limits: Numbers,
        depth: u32,
    ) -> Option<Numbers> {
        let key = sum.key();
        let before = self.nodes;
        loop {
            let spent = 1 + self.nodes - before;
            if depth == 0 {
                self.shared.open_moves(children.len());
            }
            let Some(choice) = self.choose(&children) else {
                // Every move in a contested part loses; a free move elsewhere is left. At the root it is among the moves.
                let wins = match parent {
                    Parent::Sum(sum) if sum.balance > 0 => !self.prove(&sum.passed(), depth + 1)?,
                    _ => false,
                };
                self.store(key, sum.balance, wins, None, spent);
                return Some(decided(wins));
            };
            let numbers = choice.numbers;
            if numbers.win >= limits.win || numbers.loss >= limits.loss {
                self.shared.table.put(
                    key,
                    Known {
                        effort: effort(spent),
                        hint: Hint::Proof(sum.balance as i8, numbers),
                        ..Known::NOTHING
                    },
                );
                return Some(numbers);
            }
            let chosen = &children[choice.index];
            let (step, child_key) = (chosen.step, chosen.key);
            let second = choice.second;
            let child_limits = Numbers {
                win: limits
                    .loss
                    .saturating_sub(numbers.loss)
                    .saturating_add(chosen.numbers.win),
                loss: limits
                    .win
                    .min(second.saturating_add(1).saturating_add(second / EPSILON))
                    .max(chosen.numbers.loss.saturating_add(1)),
            };
            let child = parent.child(step, self);
            self.shared.enter(child_key);
            let found = self.expand(&child, child_limits, depth + 1);
            self.shared.leave(child_key);
            let found = found?;
            if found.loss == 0 {
                self.store(
                    key,
                    sum.balance,
                    true,
                    Some(step.m),
                    1 + self.nodes - before,
                );
                return Some(decided(true));
            }
            if found.win == 0 {
                children.swap_remove(choice.index);
            } else if let Some(child) = children.get_mut(choice.index) {
                child.numbers = found;
            }
            if self.shared.workers > 1 {
                // Another worker may have decided this position, or some of its children.
                if let Some(wins) = self.shared.table.get(key).decides(sum.balance) {
                    return Some(decided(wins));
                }
            }
        }
    }

    /// The child to search, or `None` when no child is open.
    fn choose(&self, children: &[Child]) -> Option<Choice> {
        let mut best: Option<(usize, u32)> = None;
        let mut least = MOST;
        let mut second = u32::from(MOST);
        let mut all = 0u32;
        for (index, child) in children.iter().enumerate() {
            let loss = child.numbers.loss;
            least = least.min(loss);
            all = all.saturating_add(u32::from(child.numbers.win));
            // Where other workers are, this one had better not go.
            let seeming = u32::from(loss).saturating_mul(1 + self.shared.busy(child.key));
            match best {
                Some((_, so_far)) if seeming >= so_far => second = second.min(seeming),
                _ => {
                    if let Some((_, so_far)) = best {
                        second = so_far;
                    }
                    best = Some((index, seeming));
                }
            }
        }
        best.map(|(index, _)| Choice {
            index,
            numbers: Numbers {
                win: least,
                loss: all.min(u32::from(MOST) - 1) as u16,
            },
            second: second.min(u32::from(MOST)) as u16,
        })
    }
}

struct Choice {
    index: usize,
    /// The parent's numbers.
    numbers: Numbers,
    /// The second-smallest number for a loss.
    second: u16,
}

impl Parent<'_> {
    fn child(&self, step: Step, search: &mut Search) -> Sum {
        match self {
            Parent::Sum(sum) => sum.child(step, &mut search.fills),
            Parent::Root(position) => {
                let mut after = **position;
                after.play_unchecked(step.m);
                Sum::of(&after, &mut search.fills)
            }
        }
    }
}
