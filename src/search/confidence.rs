//! How often is won what a search thinks is won.

use crate::board::Position;

/// Plies that are told apart; the few later positions are taken for this.
pub const MOST_PLIES: usize = 60;

/// A mean over all that was tried is nearer to even chances than what best play comes to, the more so the further search and game
/// go. The logit of a win rate has to be multiplied by the second number and the third for every ten plies, by the
/// simulations of the whole search: a single static value is right as it is, the others were fitted by
/// `amazons tune calibrate` to games of so many simulations a move, 2,495 and 400. No more is assumed of longer searches. Moves
/// beside the best are told by the same factor, so that they keep the order of their means.
const FACTORS: [(u64, f32, f32); 3] = [(1, 1.0, 0.0), (200, 1.03, 0.07), (2_000, 1.0, 0.19)];

fn factor(ply: usize, visits: u64) -> f32 {
    let tens = ply.min(MOST_PLIES) as f32 / 10.0;
    let [(_, base, slope), .., (_, last_base, last_slope)] = FACTORS;
    if visits <= 1 {
        return base + slope * tens;
    }
    for pair in FACTORS.windows(2) {
        let [(few, base, slope), (many, next_base, next_slope)] = [pair[0], pair[1]];
        if visits < many {
            let share = (visits as f32 / few as f32).ln() / (many as f32 / few as f32).ln();
            let now = base + slope * tens;
            return now + share * (next_base + next_slope * tens - now);
        }
    }
    last_base + last_slope * tens
}

/// The probability of a win in `position`, by a move's mean value in a search of `visits` simulations: both of one side.
pub(super) fn win_probability(position: &Position, mean: f32, visits: u64) -> f32 {
    // Every ply burns a square.
    let factor = factor(position.burnt().count() as usize, visits);
    // The same as multiplying the logit, and right at 0 and 1.
    let (own, other) = (mean.powf(factor), (1.0 - mean).powf(factor));
    own / (own + other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_those_of_the_table_and_between_them_between() {
        for (visits, base, slope) in FACTORS {
            assert!((factor(0, visits) - base).abs() < 1e-6);
            assert!((factor(30, visits) - base - 3.0 * slope).abs() < 1e-5);
        }
        let [_, (few, ..), (many, ..)] = FACTORS;
        for ply in [0, 20, 40, 100] {
            let (between, ends) = (
                factor(ply, (few + many) / 2),
                [factor(ply, few), factor(ply, many)],
            );
            let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            assert!(low < between && between < high, "{ply}");
            assert_eq!(factor(ply, many), factor(ply, u64::MAX));
        }
        assert_eq!(factor(MOST_PLIES, many), factor(usize::MAX, many));
    }

    #[test]
    fn probabilities_keep_order_and_sides() {
        let start = Position::start();
        let rates = [0.0, 1e-6, 0.1, 0.4, 0.5, 0.7, 0.99, 1.0];
        for visits in [0, 1, 50, 100_000] {
            let told = rates.map(|rate| win_probability(&start, rate, visits));
            assert_eq!((told[0], told[4], told[7]), (0.0, 0.5, 1.0));
            assert!(told.is_sorted_by(|a, b| a < b), "{told:?}");
            for (rate, told) in rates.into_iter().zip(told) {
                let other = win_probability(&start, 1.0 - rate, visits);
                assert!((told + other - 1.0).abs() < 1e-5, "{rate}");
            }
        }
    }
}
