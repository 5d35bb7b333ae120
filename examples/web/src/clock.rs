//! A chess clock.

use std::time::{Duration, Instant};

use amazons::Color;
use serde::{Deserialize, Serialize};

/// How a clock is set.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds of each side at the start: 1 to a day's.
    pub seconds: u32,
    /// Seconds that a move gives back: up to a minute.
    pub increment: u32,
}

impl TimeControl {
    /// Whether the times are of a size that a game has.
    #[must_use]
    pub fn is_sane(self) -> bool {
        (1..=86_400).contains(&self.seconds) && self.increment <= 60
    }
}

/// Two times, of which one runs.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: [Duration; 2],
    /// Whose time runs, since when.
    running: Option<(Color, Instant)>,
}

impl Clock {
    /// A clock that stands still.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let time = Duration::from_secs(control.seconds.into());
        Clock {
            control,
            left: [time; 2],
            running: None,
        }
    }

    /// How it was set.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Time that a side has left.
    #[must_use]
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        let left = self.left[color.index()];
        match self.running {
            Some((runs, since)) if runs == color => left.saturating_sub(now - since),
            _ => left,
        }
    }

    /// Whose time runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// When the running time is over.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Instant> {
        let (color, since) = self.running?;
        Some(since + self.left[color.index()])
    }

    /// A side has moved: its time stops and the other's runs.
    pub fn moved(&mut self, color: Color, now: Instant) {
        let increment = Duration::from_secs(self.control.increment.into());
        self.left[color.index()] = self.left(color, now) + increment;
        self.running = Some((!color, now));
    }

    /// Lets the time of a side run, or nobody's.
    pub fn run(&mut self, color: Option<Color>, now: Instant) {
        self.left = [Color::White, Color::Black].map(|color| self.left(color, now));
        self.running = color.map(|color| (color, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_stops_one_time_and_starts_the_other() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clock = Clock::new(TimeControl {
            seconds: 60,
            increment: 2,
        });
        assert_eq!(clock.flag_falls(), None);
        clock.run(Some(Color::White), start);
        assert_eq!(clock.flag_falls(), Some(after(60)));
        clock.moved(Color::White, after(10));
        assert_eq!(clock.left(Color::White, after(30)).as_secs(), 52);
        assert_eq!(clock.left(Color::Black, after(30)).as_secs(), 40);
        assert_eq!(clock.left(Color::Black, after(300)), Duration::ZERO);
        clock.run(None, after(30));
        assert_eq!(clock.left(Color::Black, after(300)).as_secs(), 40);
    }
}
