//! Queries that wait.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A queue in which higher priorities go first and equal ones in the order of their coming.
#[derive(Debug)]
pub struct Queue<T> {
    waiting: BTreeMap<(Reverse<i64>, u64), T>,
    capacity: usize,
    pushed: u64,
}

impl<T> Queue<T> {
    pub fn new(capacity: usize) -> Queue<T> {
        Queue {
            waiting: BTreeMap::new(),
            capacity,
            pushed: 0,
        }
    }

    pub fn is_full(&self) -> bool {
        self.waiting.len() >= self.capacity
    }

    pub fn push(&mut self, priority: i64, item: T) {
        self.waiting.insert((Reverse(priority), self.pushed), item);
        self.pushed += 1;
    }

    pub fn pop(&mut self) -> Option<T> {
        self.waiting.pop_first().map(|(_, item)| item)
    }

    /// Takes out all items that match, in their order.
    pub fn take(&mut self, mut matches: impl FnMut(&T) -> bool) -> Vec<T> {
        self.waiting
            .extract_if(.., |_, item| matches(item))
            .map(|(_, item)| item)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priority_goes_before_order() {
        let mut queue = Queue::new(6);
        for (priority, item) in [(0, 'c'), (5, 'a'), (0, 'd'), (-1, 'f'), (5, 'b'), (0, 'e')] {
            assert!(!queue.is_full());
            queue.push(priority, item);
        }
        assert!(queue.is_full());
        assert_eq!(queue.take(|&item| item == 'b' || item == 'd'), ['b', 'd']);
        let rest: String = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(rest, "acef");
    }
}
