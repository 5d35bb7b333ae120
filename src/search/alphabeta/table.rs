//! What is known of positions that were searched before.

use super::value::Value;
use crate::board::{Move, Square};

/// What a stored value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    /// It is this or more.
    Lower,
    /// It is this or less.
    Upper,
}

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stored {
    pub(super) value: Value,
    pub(super) bound: Bound,
    /// Plies that were searched.
    pub(super) depth: u32,
    /// The move that was best, or good enough.
    pub(super) best: Option<Move>,
}

/// An entry's words: the key, and the data. Four entries are a line of the cache.
const BUCKET: usize = 4;

/// Searches that are told apart, so that entries of earlier ones are given up first.
const AGES: u64 = 1 << 16;

/// From the lowest bit: 16 bits value, 8 depth, 2 bound (none: empty), 16 age, 1 whether there is a move, 21 the move.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn new(stored: Stored, age: u64) -> Data {
        let bound = match stored.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let best = stored.best.map_or(0, |m| 1 | u64::from(pack(m)) << 1);
        Data(
            u64::from(stored.value as i16 as u16)
                | u64::from(stored.depth.min(255)) << 16
                | bound << 24
                | (age % AGES) << 26
                | best << 42,
        )
    }

    fn stored(self) -> Option<Stored> {
        let bound = match self.0 >> 24 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Stored {
            value: Value::from(self.0 as u16 as i16),
            bound,
            depth: self.depth(),
            best: (self.0 >> 42 & 1 == 1).then(|| unpack((self.0 >> 43) as u32)),
        })
    }

    fn depth(self) -> u32 {
        u32::from((self.0 >> 16) as u8)
    }

    fn age(self) -> u64 {
        self.0 >> 26 & (AGES - 1)
    }
}

/// A move in 21 bits.
pub(super) fn pack(m: Move) -> u32 {
    (m.from.bit() << 14 | m.to.bit() << 7 | m.arrow.bit()) as u32
}

/// The move of [`pack`]; bits above the 21 don't matter.
pub(super) fn unpack(bits: u32) -> Move {
    let square = |shift: u32| Square::from_bit((bits >> shift & 127) as usize);
    Move::new(square(14), square(7), square(0))
}

/// The hash table: a bucket of four for each key, in which deep entries of this search live longest.
pub(super) struct Table {
    buckets: Vec<[u64; 2 * BUCKET]>,
    age: u64,
    salt: u64,
}

impl Table {
    /// A table of at most `bytes` bytes, one bucket at least; `None` when the system has no memory for it.
    pub(super) fn new(bytes: usize) -> Option<Table> {
        let count = (bytes / size_of::<[u64; 2 * BUCKET]>()).max(1);
        Some(Table {
            buckets: bytemuck::allocation::try_zeroed_vec(count).ok()?,
            age: 0,
            salt: 0,
        })
    }

    /// Says that a new search begins.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Forgets all entries: they lose their keys, and their places go to newer ones as if they were empty.
    pub(super) fn forget(&mut self, salt: u64) {
        self.salt = salt;
        self.grow_older();
    }

    /// Bytes it takes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<[u64; 2 * BUCKET]>()
    }

    fn index(&self, key: u64) -> usize {
        // The product's high word is spread evenly over the buckets, however many there are.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Stored> {
        let bucket = &self.buckets[self.index(key)];
        let key = key ^ self.salt;
        let entry = bucket.chunks_exact(2).find(|entry| entry[0] == key)?;
        Data(entry[1]).stored()
    }

    /// Stores what was found out in the place of what is known of the same position, else of an earlier search, else of
    /// the least depth.
    pub(super) fn put(&mut self, key: u64, mut stored: Stored) {
        let age = self.age;
        let index = self.index(key);
        let key = key ^ self.salt;
        let worth = |entry: &[u64]| {
            let data = Data(entry[1]);
            match data.stored() {
                None => 0,
                Some(_) if entry[0] == key => 0,
                Some(_) if data.age() != age => 1 + data.depth(),
                Some(_) => 256 + data.depth(),
            }
        };
        let bucket = &mut self.buckets[index];
        let same = bucket.chunks_exact(2).position(|entry| entry[0] == key);
        let place = same.or_else(|| {
            let worths = bucket.chunks_exact(2).map(worth).enumerate();
            worths.min_by_key(|&(_, worth)| worth).map(|(at, _)| at)
        });
        if let Some(at) = place {
            let entry = &mut bucket[2 * at..2 * at + 2];
            if entry[0] == key && stored.best.is_none() {
                stored.best = Data(entry[1]).stored().and_then(|old| old.best);
            }
            entry[0] = key;
            entry[1] = Data::new(stored, age).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::WIN;
    use super::*;
    use proptest::prelude::*;

    fn stored(value: Value, depth: u32) -> Stored {
        Stored {
            value,
            bound: Bound::Exact,
            depth,
            best: None,
        }
    }

    proptest! {
        #[test]
        fn entries_come_back_as_they_were_put(
            key in 1..=u64::MAX,
            value in -WIN..=WIN,
            depth in 0..=93u32,
            bound in prop::sample::select(&[Bound::Exact, Bound::Lower, Bound::Upper][..]),
            squares in prop::option::of(prop::array::uniform3(0..100usize)),
        ) {
            let best = squares.map(|[from, to, arrow]| {
                Move::new(Square::ALL[from], Square::ALL[to], Square::ALL[arrow])
            });
            let stored = Stored { value, bound, depth, best };
            let mut table = Table::new(1 << 12).unwrap();
            table.put(key, stored);
            prop_assert_eq!(table.get(key), Some(stored));
            prop_assert_eq!(table.get(!key), None);
        }

        #[test]
        fn the_budget_is_kept(bytes in 64..1_000_000usize) {
            prop_assert!(Table::new(bytes).unwrap().bytes() <= bytes);
        }
    }

    #[test]
    fn the_shallowest_and_the_oldest_are_given_up() {
        let mut table = Table::new(0).unwrap();
        for depth in 1..=5 {
            table.put(u64::from(depth), stored(0, depth));
        }
        assert_eq!(table.get(1), None, "the shallowest");
        table.grow_older();
        table.put(6, stored(0, 1));
        assert_eq!(table.get(2), None);
        table.put(7, stored(0, 1));
        assert_eq!(table.get(3), None, "deeper, but older than 6");
        assert!([4, 5, 6, 7].iter().all(|&key| table.get(key).is_some()));
    }

    #[test]
    fn what_is_forgotten_is_in_nobodys_way() {
        let mut table = Table::new(0).unwrap();
        for key in 1..=4 {
            table.put(key, stored(0, 50));
        }
        table.forget(12_345);
        assert!((1..=4).all(|key| table.get(key).is_none()));
        for key in 1..=4 {
            table.put(key, stored(0, 1));
        }
        assert!((1..=4).all(|key| table.get(key).is_some()));
    }
}
