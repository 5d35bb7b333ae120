//! A sequential test that ends a match as soon as it says enough.

use std::fmt;
use std::str::FromStr;

/// Two claims about the Elo difference of the first player over the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

/// The greatest difference that can be claimed: one game in 100,000 is lost.
const MOST_ELO: f64 = 2_000.0;

/// How often either claim may be taken for the other.
const ERROR: f64 = 0.05;

/// In place of pair results that have not come up: without it a few equal pairs would have no variance, and prove anything.
const UNSEEN: f64 = 0.25;

/// Pairs of games by the first player's wins in them: none, one, or both.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Pairs(pub [u32; 3]);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is `elo0` rather than `elo1`.
    Zero,
    /// The other way round.
    One,
    /// Not decided yet.
    Open,
}

impl Sprt {
    /// The log likelihood ratio of the second claim to the first: the generalised test on pairs, which share an opening (Van
    /// den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution", 2018, and the
    /// normal approximation that he gives there).
    pub fn ratio(self, pairs: Pairs) -> f64 {
        let counts = pairs.0.map(|count| f64::from(count).max(UNSEEN));
        if pairs.0 == [0; 3] {
            return 0.0;
        }
        let number: f64 = counts.iter().sum();
        let scores = [0.0, 0.5, 1.0];
        let moment = |power: i32, about: f64| -> f64 {
            let terms = counts.iter().zip(scores);
            terms
                .map(|(count, score)| count * (score - about).powi(power))
                .sum::<f64>()
                / number
        };
        let mean = moment(1, 0.0);
        let variance = moment(2, mean);
        let [s0, s1] = [self.elo0, self.elo1].map(expected_score);
        number * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The ratio at which the test ends, either way.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    pub fn verdict(self, pairs: Pairs) -> Verdict {
        let ratio = self.ratio(pairs);
        if ratio >= Sprt::bound() {
            Verdict::One
        } else if ratio <= -Sprt::bound() {
            Verdict::Zero
        } else {
            Verdict::Open
        }
    }

    /// `SPRT of Elo 0 against 20: ratio 1.53 in [-2.94, 2.94], open`
    pub fn describe(self, pairs: Pairs) -> String {
        let verdict = match self.verdict(pairs) {
            Verdict::Zero => format!("Elo {} it is", self.elo0),
            Verdict::One => format!("Elo {} it is", self.elo1),
            Verdict::Open => "open".into(),
        };
        let (ratio, bound) = (self.ratio(pairs), Sprt::bound());
        format!("SPRT of {self}: ratio {ratio:+.2} in [-{bound:.2}, {bound:.2}], {verdict}")
    }
}

/// The share of games that a player wins with this difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Elo {} against {}", self.elo0, self.elo1)
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| {
            text.trim()
                .parse::<f64>()
                .ok()
                .filter(|elo| elo.abs() <= MOST_ELO)
        };
        text.split_once(',')
            .and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)))
            .filter(|(elo0, elo1)| elo0 < elo1)
            .map(|(elo0, elo1)| Sprt { elo0, elo1 })
            .ok_or_else(|| {
                format!(
                    "{text:?} is not two Elo differences from -{MOST_ELO} to {MOST_ELO}, the lower first, such as 0,20"
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    const SPRT: Sprt = Sprt {
        elo0: 0.0,
        elo1: 40.0,
    };

    /// Plays pairs of games whose opening makes one side's score greater by `bias` and the other's smaller, until the test
    /// ends.
    fn simulate(elo: f64, bias: f64, rng: &mut Pcg64Mcg) -> (Verdict, u32) {
        let mut pairs = Pairs::default();
        for played in 1..20_000 {
            let tilt = if rng.random() { bias } else { -bias };
            let wins = [tilt, -tilt].map(|tilt| rng.random::<f64>() < expected_score(elo) + tilt);
            pairs.0[wins.into_iter().filter(|&won| won).count()] += 1;
            match SPRT.verdict(pairs) {
                Verdict::Open => {}
                verdict => return (verdict, played),
            }
        }
        (Verdict::Open, 20_000)
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let mut rng = Pcg64Mcg::seed_from_u64(17);
        for bias in [0.0, 0.25] {
            for (elo, right) in [(0.0, Verdict::Zero), (40.0, Verdict::One)] {
                let runs = 1_000;
                let wrong = (0..runs)
                    .filter(|_| simulate(elo, bias, &mut rng).0 != right)
                    .count();
                // 50 are expected, with a standard deviation of 7; crossing the bound by a step makes them fewer.
                assert!(
                    (10..75).contains(&wrong),
                    "{wrong} of {runs} at {elo}, bias {bias}"
                );
            }
        }
    }

    #[test]
    fn clear_differences_end_sooner() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut pairs = |elo| {
            (0..100)
                .map(|_| simulate(elo, 0.15, &mut rng).1)
                .sum::<u32>()
        };
        let (far, near) = (pairs(200.0), pairs(20.0));
        assert!(3 * far < near, "{far} and {near}");
    }

    #[test]
    fn a_few_games_prove_nothing() {
        assert_eq!(SPRT.ratio(Pairs::default()), 0.0);
        for pairs in [[0, 0, 3], [3, 0, 0], [0, 9, 0]] {
            assert_eq!(SPRT.verdict(Pairs(pairs)), Verdict::Open, "{pairs:?}");
        }
        assert_eq!(SPRT.verdict(Pairs([0, 10, 60])), Verdict::One);
        assert_eq!(SPRT.verdict(Pairs([60, 10, 0])), Verdict::Zero);
        // Mirrored results and claims mirror the ratio.
        let mirrored = Sprt {
            elo0: -40.0,
            elo1: 0.0,
        };
        let sum = SPRT.ratio(Pairs([5, 20, 11])) + mirrored.ratio(Pairs([11, 20, 5]));
        assert!(sum.abs() < 1e-9, "{sum}");
    }

    #[test]
    fn claims_are_read() {
        assert_eq!("0,40".parse(), Ok(SPRT));
        for text in [
            "", "0", "40,0", "5,5", "0,inf", "0,NaN", "0,1e300", "-2001,0", "a,b", "0,1,2",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
