//! Fits of a few numbers: least squares and logistic regression, by Newton's method.

/// The features of a sample that are not 0, with their places.
pub type Row = Vec<(usize, f64)>;

/// Added to the diagonal, so that what never occurs gets 0.
const RIDGE: f64 = 1e-6;

/// Steps of Newton's method; logistic losses of a few features need five or so.
const STEPS: usize = 12;

/// A quadratic function of the coefficients, summed up over samples.
struct Quadratic {
    size: usize,
    curvature: Vec<f64>,
    gradient: Vec<f64>,
}

impl Quadratic {
    fn new(size: usize) -> Quadratic {
        Quadratic {
            size,
            curvature: vec![0.0; size * size],
            gradient: vec![0.0; size],
        }
    }

    fn add(&mut self, row: &[(usize, f64)], weight: f64, error: f64) {
        for &(i, a) in row {
            self.gradient[i] += a * error;
            for &(j, b) in row {
                self.curvature[i * self.size + j] += weight * a * b;
            }
        }
    }

    /// Where it is least: Gauss's elimination of a positive definite matrix.
    fn least(mut self) -> Vec<f64> {
        let size = self.size;
        for i in 0..size {
            self.curvature[i * size + i] += RIDGE;
        }
        for i in 0..size {
            for row in i + 1..size {
                let factor = self.curvature[row * size + i] / self.curvature[i * size + i];
                for column in i..size {
                    self.curvature[row * size + column] -=
                        factor * self.curvature[i * size + column];
                }
                self.gradient[row] -= factor * self.gradient[i];
            }
        }
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size)
                .map(|j| self.curvature[i * size + j] * self.gradient[j])
                .sum();
            self.gradient[i] = (self.gradient[i] - known) / self.curvature[i * size + i];
        }
        self.gradient
    }
}

/// What the coefficients make of a row.
pub fn combined(row: &[(usize, f64)], coefficients: &[f64]) -> f64 {
    row.iter().map(|&(i, x)| coefficients[i] * x).sum()
}

/// The coefficients of the least squared error.
pub fn least_squares(size: usize, samples: impl Iterator<Item = (Row, f64)>) -> Vec<f64> {
    let mut sum = Quadratic::new(size);
    for (row, target) in samples {
        sum.add(&row, 1.0, target);
    }
    sum.least()
}

/// The coefficients of the logit of the least logarithmic loss. The samples are gone through several times.
pub fn logistic<S: Iterator<Item = (Row, bool)>>(size: usize, samples: impl Fn() -> S) -> Vec<f64> {
    let mut coefficients = vec![0.0; size];
    for _ in 0..STEPS {
        let mut sum = Quadratic::new(size);
        for (row, outcome) in samples() {
            let p = 1.0 / (1.0 + (-combined(&row, &coefficients)).exp());
            sum.add(&row, p * (1.0 - p), f64::from(u8::from(outcome)) - p);
        }
        for (coefficient, step) in coefficients.iter_mut().zip(sum.least()) {
            *coefficient += step;
        }
    }
    coefficients
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again() {
        let samples =
            (0..20).map(|x| (vec![(0, f64::from(x)), (2, 1.0)], 3.0 * f64::from(x) - 5.0));
        let found = least_squares(3, samples);
        assert!(
            (found[0] - 3.0).abs() < 1e-4 && (found[2] + 5.0).abs() < 1e-4,
            "{found:?}"
        );
        assert_eq!(found[1], 0.0, "what never occurs");
    }

    #[test]
    fn chances_are_found_again() {
        // Of four samples with x = 1 three come out, of four with x = -1 one.
        let samples = || {
            (0..4).flat_map(|i| {
                let row = |x| vec![(0, x), (1, 1.0)];
                [(row(1.0), i > 0), (row(-1.0), i == 0)]
            })
        };
        let found = logistic(2, samples);
        assert!(
            (found[0] - 3f64.ln()).abs() < 1e-4 && found[1].abs() < 1e-4,
            "{found:?}"
        );
    }
}
