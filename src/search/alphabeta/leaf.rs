//! What the last position of a line is worth.

use super::value::{LOSS, Value};

/// The last position of a line: it is worth the mean of its own static value and its best child's, each by its share.
///
/// The best of many children is valued too high, as their errors are chosen with them, and a side stands better by what a
/// move is worth where it made the last one. The position's own value has neither fault, and costs nothing.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    /// The static value.
    own: Value,
    /// Its share of a hundred, less than all of it.
    percent: Value,
}

impl Leaf {
    pub(super) fn new(own: Value, percent: u32) -> Leaf {
        Leaf {
            own,
            percent: percent as Value,
        }
    }

    /// The value when the best child has this one, all three for the side to move. A loss is one.
    pub(super) fn value(self, best: Value) -> Value {
        match best {
            ..=LOSS => best,
            _ => (best * (100 - self.percent) + self.own * self.percent).div_euclid(100),
        }
    }

    /// The window for the best child's value: one that is above it in both its ends makes a value of `beta` at least, one not
    /// above the lower end a value of `alpha` at most.
    pub(super) fn window_of_best(self, alpha: Value, beta: Value) -> (Value, Value) {
        let of_best = 100 - self.percent;
        let part = |value: Value| 100 * value - self.percent * self.own;
        let above = -(-part(beta)).div_euclid(of_best);
        (part(alpha).div_euclid(of_best), above)
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::{INFINITE, WIN};
    use super::*;
    use proptest::prelude::*;

    const MOST: Value = 31_000;

    proptest! {
        #[test]
        fn bounds_of_the_best_child_are_bounds_of_the_leaf(
            own in -MOST..=MOST,
            percent in 0..=90u32,
            best in -MOST..=MOST,
            alpha in -INFINITE..INFINITE,
            width in 1..=2 * INFINITE,
        ) {
            let beta = (alpha + width).min(INFINITE);
            let leaf = Leaf::new(own, percent);
            let value = leaf.value(best);
            prop_assert!((-MOST..=MOST).contains(&value));
            let (lower, upper) = leaf.window_of_best(alpha, beta);
            prop_assert_eq!(best >= upper, value >= beta);
            prop_assert!(best > lower || value <= alpha);
            prop_assert!(best <= lower || value >= alpha);
        }
    }

    #[test]
    fn a_leaf_lies_between_its_own_value_and_its_best_childs() {
        assert_eq!(Leaf::new(-200, 0).value(400), 400);
        assert_eq!(Leaf::new(-200, 50).value(400), 100);
        assert_eq!(Leaf::new(-200, 75).value(400), -50);
        assert_eq!(Leaf::new(WIN / 2, 50).value(LOSS), LOSS);
    }
}
