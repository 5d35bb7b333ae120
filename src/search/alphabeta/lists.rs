//! Lists of moves with their static values, remembered: to value all moves of a position takes nearly all of the time,
//! and a search that deepens step by step comes back to the same positions again and again.

use super::table::{pack, unpack};
use super::value::Value;
use crate::board::Move;

/// A move and the static value of the position after it, for the side that makes the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Child {
    pub(super) m: Move,
    pub(super) value: Value,
}

impl Child {
    /// From the lowest bit: 16 bits value, 21 the move, 1 set.
    fn pack(self) -> u64 {
        u64::from(self.value as i16 as u16) | u64::from(pack(self.m)) << 16 | 1 << 37
    }

    fn unpack(word: u64) -> Option<Child> {
        (word >> 37 & 1 == 1).then(|| Child {
            m: unpack((word >> 16) as u32),
            value: Value::from(word as u16 as i16),
        })
    }
}

/// A place for one list a key; the newest list stays.
pub(super) struct Lists {
    /// The key, then the moves, then zeros.
    words: Vec<u64>,
    width: usize,
    salt: u64,
}

impl Lists {
    /// At most `bytes` bytes of lists of up to `width` moves; `None` when the system has no memory for them.
    pub(super) fn new(bytes: usize, width: usize) -> Option<Lists> {
        let count = (bytes / Lists::list_bytes(width)).max(1);
        Some(Lists {
            words: bytemuck::allocation::try_zeroed_vec(count * (1 + width)).ok()?,
            width,
            salt: 0,
        })
    }

    /// Forgets all lists: they lose their keys.
    pub(super) fn forget(&mut self, salt: u64) {
        self.salt = salt;
    }

    /// Bytes of one list.
    pub(super) const fn list_bytes(width: usize) -> usize {
        (1 + width) * size_of::<u64>()
    }

    /// Bytes they take.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    fn place(&self, key: u64) -> usize {
        let count = self.words.len() / (1 + self.width);
        ((u128::from(key) * count as u128) >> 64) as usize * (1 + self.width)
    }

    /// Reads a list into `out`; `false` when it is not there.
    pub(super) fn get(&self, key: u64, out: &mut Vec<Child>) -> bool {
        let place = self.place(key);
        if self.words[place] != key ^ self.salt {
            return false;
        }
        out.clear();
        let words = &self.words[place + 1..place + 1 + self.width];
        out.extend(words.iter().map_while(|&word| Child::unpack(word)));
        !out.is_empty()
    }

    /// Remembers a list, in the place of another.
    pub(super) fn put(&mut self, key: u64, list: &[Child]) {
        let place = self.place(key);
        self.words[place] = key ^ self.salt;
        let words = &mut self.words[place + 1..place + 1 + self.width];
        words.fill(0);
        for (word, child) in words.iter_mut().zip(list) {
            *word = child.pack();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_come_back_as_they_were_put(
            key in 1..=u64::MAX,
            children in vec((prop::array::uniform3(0..100usize), -31_000..=31_000), 1..=25),
        ) {
            let list: Vec<Child> = children
                .into_iter()
                .map(|([from, to, arrow], value)| Child {
                    m: Move::new(Square::ALL[from], Square::ALL[to], Square::ALL[arrow]),
                    value,
                })
                .collect();
            let mut lists = Lists::new(1 << 12, 25).unwrap();
            let mut found = Vec::new();
            prop_assert!(!lists.get(key, &mut found));
            lists.put(key, &list);
            prop_assert!(lists.get(key, &mut found));
            prop_assert_eq!(&found, &list);
            lists.put(key, &list[..1]);
            prop_assert!(lists.get(key, &mut found));
            prop_assert_eq!(&found, &list[..1]);
        }

        #[test]
        fn the_budget_is_kept(bytes in 5_000..1_000_000usize, width in 1..600usize) {
            prop_assert!(Lists::new(bytes, width).unwrap().bytes() <= bytes);
        }
    }
}
