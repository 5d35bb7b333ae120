//! What the solver remembers, in a table shared by all threads.

use core::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_vec;

use crate::{Move, Square};

/// Proof numbers of a position that is not decided: how hard it seems to prove a win, and a loss, of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// The least number of open positions to be won for a proof that the side to move wins.
    pub(super) win: u16,
    /// The same for a proof that it loses.
    pub(super) loss: u16,
}

/// What else an entry says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hint {
    Nothing,
    /// A move that won, or that seemed best.
    Best(Move),
    /// Proof numbers with this balance.
    Proof(i8, Numbers),
}

/// What is known of contested parts with a side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The side to move wins with this balance of free moves, and with any greater one.
    pub(super) wins_from: i8,
    /// It loses with this balance, and with any smaller one.
    pub(super) loses_to: i8,
    /// The binary logarithm of the nodes spent, at most 63.
    pub(super) effort: u8,
    pub(super) hint: Hint,
}

impl Known {
    pub(super) const NOTHING: Known = Known {
        wins_from: i8::MAX,
        loses_to: i8::MIN,
        effort: 0,
        hint: Hint::Nothing,
    };

    /// Whether the side to move wins with `balance`, where that is known.
    pub(super) fn decides(&self, balance: i32) -> Option<bool> {
        if balance >= i32::from(self.wins_from) {
            Some(true)
        } else if balance <= i32::from(self.loses_to) {
            Some(false)
        } else {
            None
        }
    }

    /// The proof numbers with `balance`, if these were kept.
    pub(super) fn numbers(&self, balance: i32) -> Option<Numbers> {
        match self.hint {
            Hint::Proof(at, numbers) if i32::from(at) == balance => Some(numbers),
            _ => None,
        }
    }

    /// From the lowest bit: 8 bits wins_from, 8 loses_to, 6 effort, 2 the kind of hint, 40 the hint.
    fn pack(self) -> u64 {
        let (kind, hint) = match self.hint {
            Hint::Nothing => (0, 0),
            Hint::Best(m) => (
                1,
                (m.from.bit() << 14 | m.to.bit() << 7 | m.arrow.bit()) as u64,
            ),
            Hint::Proof(balance, numbers) => (
                2,
                u64::from(balance as u8)
                    | u64::from(numbers.win) << 8
                    | u64::from(numbers.loss) << 24,
            ),
        };
        u64::from(self.wins_from as u8)
            | u64::from(self.loses_to as u8) << 8
            | u64::from(self.effort.min(63)) << 16
            | kind << 22
            | hint << 24
    }

    fn unpack(data: u64) -> Known {
        let hint = data >> 24;
        let square = |shift: u32| Square::from_bit((hint >> shift & 127) as usize);
        Known {
            wins_from: data as u8 as i8,
            loses_to: (data >> 8) as u8 as i8,
            effort: (data >> 16) as u8 & 63,
            hint: match data >> 22 & 3 {
                1 => Hint::Best(Move::new(square(14), square(7), square(0))),
                2 => Hint::Proof(
                    hint as u8 as i8,
                    Numbers {
                        win: (hint >> 8) as u16,
                        loss: (hint >> 24) as u16,
                    },
                ),
                _ => Hint::Nothing,
            },
        }
    }
}

/// Entries that one key may use: 64 bytes, a line of the cache.
const BUCKET: usize = 4;

/// Two words an entry, the first one the key exclusive-or the second: a torn entry has no key that anybody asks for
/// (Hyatt and Mann, A lock-less transposition table, 2002).
const ENTRY_WORDS: usize = 2;

type Bucket = [AtomicU64; BUCKET * ENTRY_WORDS];

#[derive(Clone, Copy)]
struct Entry<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Entry<'_> {
    fn get(&self, key: u64) -> Option<Known> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| Known::unpack(data))
    }

    fn set(&self, key: u64, known: Known) {
        let data = known.pack();
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[derive(Debug)]
pub(super) struct Table {
    /// Words and not entries, because those the system hands out zeroed, without touching them.
    buckets: Vec<Bucket>,
}

impl Table {
    /// Bytes of an empty table's smallest size.
    pub(super) const BUCKET_BYTES: usize = size_of::<Bucket>();

    /// A table of at most `bytes` bytes, and at least one bucket; nothing when the system has no memory for it.
    pub(super) fn new(bytes: usize) -> Option<Table> {
        let count = (bytes / Self::BUCKET_BYTES).max(1);
        let buckets = try_zeroed_vec(count).ok()?;
        Some(Table { buckets })
    }

    /// The entries that a key may use.
    fn entries(&self, key: u64) -> impl Iterator<Item = Entry<'_>> {
        // The product's high word is spread evenly over the buckets, however many there are.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        let (entries, _) = self.buckets[index as usize].as_chunks::<ENTRY_WORDS>();
        entries.iter().map(|[check, data]| Entry { check, data })
    }

    pub(super) fn get(&self, key: u64) -> Known {
        self.entries(key)
            .find_map(|entry| entry.get(key))
            .unwrap_or(Known::NOTHING)
    }

    /// Adds what was found out to what is known, in the place of what took the least effort.
    pub(super) fn put(&self, key: u64, mut new: Known) {
        let mut place = None;
        let mut least = u8::MAX;
        for entry in self.entries(key) {
            match entry.get(key) {
                Some(old) => {
                    new.wins_from = new.wins_from.min(old.wins_from);
                    new.loses_to = new.loses_to.max(old.loses_to);
                    new.effort = new.effort.max(old.effort);
                    if new.hint == Hint::Nothing {
                        new.hint = old.hint;
                    }
                    place = Some(entry);
                    break;
                }
                None => {
                    let effort = Known::unpack(entry.data.load(Ordering::Relaxed)).effort;
                    if place.is_none() || effort < least {
                        least = effort;
                        place = Some(entry);
                    }
                }
            }
        }
        if let Some(entry) = place {
            entry.set(key, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were_put() {
        let table = Table::new(1 << 12).unwrap();
        let m = Move::new(Square::ALL[0], Square::ALL[99], Square::ALL[57]);
        let numbers = Numbers {
            win: 1,
            loss: u16::MAX,
        };
        for (key, hint) in [
            (3, Hint::Nothing),
            (1 << 63 | 5, Hint::Best(m)),
            (1 << 40, Hint::Proof(-92, numbers)),
        ] {
            let known = Known {
                wins_from: 3,
                loses_to: -4,
                effort: 17,
                hint,
            };
            table.put(key, known);
            assert_eq!(table.get(key), known);
            assert_eq!(known.decides(3), Some(true));
            assert_eq!(known.decides(-4), Some(false));
            assert_eq!(known.decides(0), None);
        }
        assert_eq!(table.get(8), Known::NOTHING);
    }

    #[test]
    fn bounds_of_one_key_grow_together() {
        let table = Table::new(0).unwrap();
        let (won, lost) = (
            Known {
                wins_from: 2,
                ..Known::NOTHING
            },
            Known {
                loses_to: 0,
                ..Known::NOTHING
            },
        );
        table.put(9, won);
        table.put(9, lost);
        assert_eq!((table.get(9).wins_from, table.get(9).loses_to), (2, 0));
    }

    #[test]
    fn the_least_effort_is_forgotten() {
        let table = Table::new(0).unwrap();
        for effort in 1..=5 {
            let known = Known {
                effort,
                wins_from: 0,
                ..Known::NOTHING
            };
            table.put(u64::from(effort), known);
        }
        assert_eq!(table.get(1), Known::NOTHING);
        for effort in 2..=5 {
            assert_eq!(table.get(effort).effort, effort as u8);
        }
    }
}
