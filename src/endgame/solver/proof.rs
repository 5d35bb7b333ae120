//! Best-first search by proof numbers, for positions too large to search depth first.

use super::search::Search;
use super::sum::Sum;
use super::table::{Hint, Known, Numbers};
use crate::Move;

/// As large as a proof number gets.
const MOST: u16 = u16::MAX;

struct Child {
    m: Move,
    sum: Sum,
    key: u64,
    numbers: Numbers,
}

fn first_numbers(sum: &Sum) -> Numbers {
    let guess = sum.guess();
    let a: i32 = *A;
    let b: i32 = *B;
    let size = sum
        .contests
        .iter()
        .map(|c| c.empty.count() as i32)
        .sum::<i32>();
    let base = a + size * *C / 8;
    let n = |g: i32| (base - b * g / 4).clamp(1, 1000) as u16;
    Numbers {
        win: n(guess),
        loss: n(-guess),
    }
}
fn env(n: &str, d: i32) -> i32 {
    std::env::var(n)
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(d)
}
static A: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| env("PA", 4));
static B: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| env("PB", 4));
static C: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| env("PC", 0));
static K: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| env("PK", 8));
static W: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| env("PW", 1));
static EPS: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| env("PE", 4));

impl Search<'_> {
    pub(super) fn prove(&mut self, sum: &Sum) -> Option<bool> {
        loop {
            let n = self.expand(
                sum,
                Numbers {
                    win: MOST,
                    loss: MOST,
                },
            )?;
            if n.win == 0 {
                return Some(true);
            }
            if n.loss == 0 {
                return Some(false);
            }
        }
    }

    fn expand(&mut self, sum: &Sum, limits: Numbers) -> Option<Numbers> {
        const WON: Numbers = Numbers { win: 0, loss: MOST };
        const LOST: Numbers = Numbers { win: MOST, loss: 0 };
        let done = |wins: bool| if wins { WON } else { LOST };
        if let Some(wins) = sum.decided() {
            return Some(done(wins));
        }
        let key = sum.key();
        if let Some(wins) = self.table.get(key).decides(sum.balance) {
            return Some(done(wins));
        }
        let size: u32 = sum.contests.iter().map(|c| c.empty.count()).sum();
        if size <= *K as u32 {
            return Some(done(self.wins(sum)?));
        }
        if sum.contests.len() > 1 {
            let refined = self.refined(sum)?;
            if let Some(wins) = refined.decided() {
                return Some(done(wins));
            }
            if refined.contests.len() < sum.contests.len() {
                return self.expand(&refined, limits);
            }
        }
        self.nodes += 1;
        let before = self.nodes;
        let mut children: Vec<Child> = Vec::new();
        let mut winning = None;
        let table = self.table;
        let mut add = |m: Move, child: Sum| {
            if let Some(wins) = child.decided() {
                if !wins {
                    winning = Some(m);
                }
                return !wins;
            }
            let key = child.key();
            let known = table.get(key);
            match known.decides(child.balance) {
                Some(false) => {
                    winning = Some(m);
                    return true;
                }
                Some(true) => return false,
                None => {}
            }
            let numbers = match known.hint {
                Hint::Proof(balance, numbers) if i32::from(balance) == child.balance => numbers,
                _ => first_numbers(&child),
            };
            children.push(Child {
                m,
                sum: child,
                key,
                numbers,
            });
            false
        };
        sum.for_each_child(&mut self.fills, &mut add);
        if winning.is_some() {
            self.store(key, sum.balance, true, winning, 1);
            return Some(WON);
        }
        loop {
            // best
            let mut best = usize::MAX;
            let (mut least, mut second) = (MOST, MOST);
            let mut total = 0u32;
            let mut max = 0u32;
            for (i, c) in children.iter().enumerate() {
                let l = c.numbers.loss;
                if l < least || best == usize::MAX {
                    second = least;
                    least = l;
                    best = i;
                } else if l < second {
                    second = l;
                }
                total += u32::from(c.numbers.win);
                max = max.max(u32::from(c.numbers.win));
            }
            let nodes = self.nodes - before;
            if children.is_empty() {
                let wins = if sum.balance > 0 {
                    let mut passed = Sum {
                        balance: 1 - sum.balance,
                        ..Sum::default()
                    };
                    passed
                        .contests
                        .extend(sum.contests.iter().map(|c| c.swapped()));
                    !self.prove(&passed)?
                } else {
                    false
                };
                self.store(key, sum.balance, wins, None, nodes);
                return Some(done(wins));
            }
            let sum_of = if *W != 0 {
                max + (children.len() as u32 - 1) / (*W as u32)
            } else {
                total
            };
            let win = least;
            let loss = sum_of.min(u32::from(MOST) - 1) as u16;
            if win >= limits.win || loss >= limits.loss {
                let n = Numbers {
                    win: win.max(1),
                    loss: loss.max(1),
                };
                self.table.put(
                    key,
                    Known {
                        effort: (64 - nodes.leading_zeros()) as u8,
                        hint: Hint::Proof(sum.balance as i8, n),
                        ..Known::NOTHING
                    },
                );
                return Some(n);
            }
            let c = &children[best];
            let next = Numbers {
                loss: limits.win.min(
                    second
                        .saturating_add(1)
                        .saturating_add(second / (*EPS as u16)),
                ),
                win: (u32::from(limits.loss) - u32::from(loss) + u32::from(c.numbers.win))
                    .min(u32::from(MOST)) as u16,
            };
            let child = c.sum.clone();
            let known = self.table.get(c.key);
            let _ = known;
            let n = self.expand(&child, next)?;
            if n.loss == 0 {
                let m = children[best].m;
                self.store(key, sum.balance, true, Some(m), self.nodes - before);
                return Some(WON);
            }
            if n.win == 0 {
                children.swap_remove(best);
            } else {
                children[best].numbers = n;
            }
        }
    }
}
