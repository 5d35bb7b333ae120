//! What the games of a match say about the players.

use std::fmt;

/// Games won by the first and the second player.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Score {
    pub wins: u32,
    pub losses: u32,
}

/// The normal deviate that 95% lie within.
const DEVIATE: f64 = 1.96;

impl Score {
    pub fn games(self) -> u32 {
        self.wins + self.losses
    }

    /// The share of games that the first player won, and the ends of its 95% interval (Wilson 1927).
    ///
    /// It takes every game for itself. The two games of a pair share their opening and are a little less apart than
    /// chance, so the interval is wide rather than narrow.
    pub fn share(self) -> Option<(f64, f64, f64)> {
        let games = f64::from(self.games());
        if games == 0.0 {
            return None;
        }
        let share = f64::from(self.wins) / games;
        let squared = DEVIATE * DEVIATE / games;
        let center = (share + squared / 2.0) / (1.0 + squared);
        let half =
            (share * (1.0 - share) * squared + squared * squared / 4.0).sqrt() / (1.0 + squared);
        // Rounding must not keep the ends from 0 and 1 where they are just that.
        let low = if self.wins == 0 { 0.0 } else { center - half };
        let high = if self.losses == 0 { 1.0 } else { center + half };
        Some((share, low, high))
    }
}

/// The difference in Elo points at which a player wins this share of its games.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// `19 of 20, 95.0% [76.4, 99.1], Elo +512 [+204, +819]`; where one side won all, no more than a bound is known.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.wins, self.games())?;
        if let Some((share, low, high)) = self.share() {
            write!(
                f,
                ", {:.1}% [{:.1}, {:.1}], Elo ",
                share * 100.0,
                low * 100.0,
                high * 100.0,
            )?;
            match (self.wins, self.losses) {
                (_, 0) => write!(f, "{:+.0} or more", elo(low))?,
                (0, _) => write!(f, "{:+.0} or less", elo(high))?,
                _ => write!(
                    f,
                    "{:+.0} [{:+.0}, {:+.0}]",
                    elo(share),
                    elo(low),
                    elo(high)
                )?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the worked examples of Newcombe 1998 (Two-sided confidence intervals for the single proportion, table I, method 3).
    #[test]
    fn intervals_equal_published_ones() {
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let losses = games - wins;
            let (_, found_low, found_high) = Score { wins, losses }.share().unwrap();
            assert!(
                (found_low - low).abs() < 1e-4,
                "{wins} of {games}: {found_low}"
            );
            assert!(
                (found_high - high).abs() < 1e-4,
                "{wins} of {games}: {found_high}"
            );
        }
    }

    #[test]
    fn scores_are_written_with_interval_and_elo() {
        let text = |wins, losses| Score { wins, losses }.to_string();
        assert_eq!(text(0, 0), "0 of 0");
        assert_eq!(
            text(10, 10),
            "10 of 20, 50.0% [29.9, 70.1], Elo +0 [-148, +148]"
        );
        assert_eq!(
            text(20, 0),
            "20 of 20, 100.0% [83.9, 100.0], Elo +287 or more"
        );
        assert_eq!(text(0, 20), "0 of 20, 0.0% [0.0, 16.1], Elo -287 or less");
    }
}
