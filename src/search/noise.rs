/// Errors of judgement made on purpose, for opponents that are to be beaten: each static value is off by a normally
/// distributed amount that only depends on the seed, the position and the child, so that a game can be played again.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Noise {
    /// Standard deviation in units of the logit of winning.
    pub(crate) deviation: f32,
    pub(crate) seed: u64,
}

impl Noise {
    /// Adds to the values of the children of the place with this hash.
    pub(super) fn disturb(self, hash: u64, logits: &mut [f32]) {
        for (index, logit) in (0u64..).zip(logits) {
            *logit += self.deviation * normal(mix(hash ^ mix(self.seed ^ index << 32)));
        }
    }
}

/// A number with mean 0 and variance 1, nearly normal: the sum of the four quarters of a random word.
fn normal(word: u64) -> f32 {
    /// The quarters' sum has a variance of a third of this, squared.
    const QUARTER: f32 = 65_536.0;
    let sum: f32 = (0..4)
        .map(|quarter| f32::from((word >> (16 * quarter)) as u16))
        .sum();
    (sum / QUARTER - 2.0) * 3f32.sqrt()
}

/// Scatters a number's bits over the word (the finaliser of SplitMix64; Steele, Lea and Flood 2014).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_normal_and_repeats_itself() {
        let noise = |seed, hash| {
            let mut logits = [0.0; 50];
            let deviation = 2.0;
            Noise { deviation, seed }.disturb(hash, &mut logits);
            logits
        };
        assert_eq!(noise(1, 2), noise(1, 2));
        assert_ne!(noise(1, 2), noise(1, 3));
        assert_ne!(noise(1, 2), noise(2, 2));
        let all: Vec<f32> = (0..2_000).flat_map(|hash| noise(7, hash)).collect();
        let count = all.len() as f32;
        let mean = all.iter().sum::<f32>() / count;
        let variance = all.iter().map(|value| value * value).sum::<f32>() / count;
        assert!(mean.abs() < 0.02, "{mean}");
        assert!((variance - 4.0).abs() < 0.06, "{variance}");
        let beyond = all.iter().filter(|value| value.abs() > 2.0 * 1.96).count();
        let share = beyond as f32 / count;
        assert!(
            (share - 0.05).abs() < 0.01,
            "{share} beyond 1.96 deviations"
        );
    }
}
