//! How much time the players have.

use std::time::Duration;

use amazons::control::Clock;
use amazons::{Color, Limits};

use crate::duration;

/// Time for each move, or for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    Move(Duration),
    Game { base: Duration, increment: Duration },
}

/// Reads `100ms` for a move, or `2s+30ms` for the game and what every move adds.
pub fn parse(text: &str) -> Result<Pace, String> {
    Ok(match text.split_once('+') {
        None => Pace::Move(duration::parse(text)?),
        Some((base, increment)) => Pace::Game {
            base: duration::parse(base)?,
            increment: duration::parse(increment)?,
        },
    })
}

/// What both sides' clocks show, White's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    pub remaining: [Duration; 2],
    pub increment: Duration,
}

impl Clocks {
    pub fn new(base: Duration, increment: Duration) -> Clocks {
        Clocks {
            remaining: [base; 2],
            increment,
        }
    }

    pub fn of(&self, color: Color) -> Duration {
        self.remaining[color.index()]
    }

    /// Counts the time of a move; `false` when the clock ran out.
    pub fn punch(&mut self, color: Color, taken: Duration) -> bool {
        let remaining = &mut self.remaining[color.index()];
        match remaining.checked_sub(taken) {
            Some(left) => {
                *remaining = left.saturating_add(self.increment);
                true
            }
            None => false,
        }
    }
}

/// What a player may take for a move, and whether the referee keeps a clock of it.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Bounds of the move, for a player that has none of its own.
    pub limits: Limits,
    pub clocks: Option<Clocks>,
}

impl Allowance {
    /// The limits of a player of `color`; its own, where it has any, come first.
    pub fn limits(&self, own: Limits, color: Color) -> Limits {
        if own != Limits::unlimited() {
            return own;
        }
        match self.clocks {
            Some(clocks) => self
                .limits
                .with_clock(Clock::new(clocks.of(color)).with_increment(clocks.increment)),
            None => self.limits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_are_read() {
        assert_eq!(parse("100ms"), Ok(Pace::Move(Duration::from_millis(100))));
        assert_eq!(
            parse("2s+30ms"),
            Ok(Pace::Game {
                base: Duration::from_secs(2),
                increment: Duration::from_millis(30),
            })
        );
        assert!(parse("2s+").is_err() && parse("+1s").is_err() && parse("1s+1s+1s").is_err());
    }

    #[test]
    fn clocks_run_out_and_gain() {
        let mut clocks = Clocks::new(Duration::from_millis(100), Duration::from_millis(10));
        assert!(clocks.punch(Color::White, Duration::from_millis(100)));
        assert_eq!(clocks.of(Color::White), Duration::from_millis(10));
        assert!(!clocks.punch(Color::White, Duration::from_millis(11)));
        assert_eq!(clocks.of(Color::Black), Duration::from_millis(100));
    }
}
