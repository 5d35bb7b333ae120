//! What each part of the network's view contributes to its logit.
//!
//! A network has no weights of its terms to show. Each part's share is its Shapley value (L. Shapley, "A value for n-person
//! games", 1953): what the logit gains when the part is changed from the enemy's view of the board to the mover's, the mean
//! over all orders in which the parts can be changed one after the other.

use super::census::{Census, FREEDOM};
use super::network::Network;

/// Parts of the census.
pub(super) const PARTS: [&str; 5] = [
    "queen distances",
    "king distances",
    "open squares",
    "amazons' neighbours",
    "amazons' freedom",
];

/// The part that a count belongs to, see [`census`](super::census).
const fn part(count: usize) -> usize {
    if count >= FREEDOM {
        return 4;
    }
    let (group, column) = (2 * (count / 64) + count % 16 / 8, count % 8);
    match group {
        0 | 1 => 1,
        2 if column < 6 => 0,
        2 => 3,
        _ => 2,
    }
}

/// How a logit of the mover is made up.
pub(super) struct Shares {
    /// Of the [`PARTS`].
    pub parts: [f32; PARTS.len()],
    /// Of the move: the mean of the logits of either side if it were to move.
    pub tempo: f32,
}

impl Shares {
    /// The shares of the logit of `own`, the mover's view of a board; `other` is the enemy's of the same board. They add up
    /// to it.
    pub fn of(own: &Census, other: &Census) -> Shares {
        // By which parts are the mover's view: bit n stands for part n.
        let logits: [f32; 1 << PARTS.len()] = core::array::from_fn(|set| {
            let mut mixed = *other;
            for (index, count) in mixed.0.iter_mut().enumerate() {
                if set >> part(index) & 1 == 1 {
                    *count = own.0[index];
                }
            }
            Network::current().logit(&mixed)
        });
        let all = logits.len() - 1;
        let parts = core::array::from_fn(|part| {
            let bit = 1 << part;
            let without = (0..logits.len()).filter(|set| set & bit == 0);
            let mean: f32 = without
                .map(|set| ORDERS[set.count_ones() as usize] * (logits[set | bit] - logits[set]))
                .sum();
            // From one view to the other is twice the way from even chances.
            mean / 2.0
        });
        Shares {
            parts,
            tempo: (logits[all] + logits[0]) / 2.0,
        }
    }
}

/// Of all orders of five parts, how many begin with one given set of this size and go on with one given part:
/// n! (4 - n)! / 5!.
const ORDERS: [f32; PARTS.len()] = [1.0 / 5.0, 1.0 / 20.0, 1.0 / 30.0, 1.0 / 20.0, 1.0 / 5.0];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::census::LEN;

    #[test]
    fn orders_are_all_orders() {
        // Sets of 0 to 4 of the four other parts.
        let sum: f32 = ORDERS
            .iter()
            .zip([1.0, 4.0, 6.0, 4.0, 1.0])
            .map(|(a, b)| a * b)
            .sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }

    #[test]
    fn every_part_has_its_counts() {
        let mut counts = [0; PARTS.len()];
        for count in 0..LEN {
            counts[part(count)] += 1;
        }
        assert_eq!(counts, [24, 64, 32, 8, 16]);
    }

    #[test]
    fn equal_views_leave_nothing_but_the_tempo() {
        let census = Census(core::array::from_fn(|count| (count % 7) as u8));
        let shares = Shares::of(&census, &census);
        assert_eq!(shares.parts, [0.0; PARTS.len()]);
        assert_eq!(shares.tempo, Network::current().logit(&census));
    }
}
