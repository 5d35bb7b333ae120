//! What follows the word `go`: how long to think, and about which moves.

use std::str::FromStr;
use std::time::Duration;

use amazons::control::Clock;
use amazons::{Color, Limits, Move};

/// A `go` command. UGI's words for the clocks (`p1time`, ...) mean what UCI's do (`wtime`, ...).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Time left on the clocks of White and Black.
    times: [Option<Duration>; 2],
    /// Time that they add for every move.
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    nodes: Option<u64>,
    /// Simulations: a word that UCI lacks.
    visits: Option<u64>,
    /// Length of the principal variation that ends the search, in plies.
    pub depth: Option<usize>,
    /// Whether there is no answer before `stop`.
    pub infinite: bool,
    /// Whether there is no answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// The moves to choose from, all if empty.
    pub search_moves: Vec<Move>,
}

impl Go {
    /// Whether a move is to be played, no position looked at: any move, and as soon as there is one.
    pub fn is_for_a_move(&self) -> bool {
        !self.infinite && !self.ponder && self.search_moves.is_empty()
    }

    /// When the search ends, for the side to move. `reserve` is kept off its clock.
    pub fn limits(&self, turn: Color, reserve: Duration) -> Result<Limits, String> {
        let mut limits = Limits::unlimited();
        if self.infinite {
            return Ok(limits);
        }
        (limits.time, limits.nodes, limits.visits) = (self.move_time, self.nodes, self.visits);
        match self.times[turn.index()] {
            Some(time) => {
                let clock = Clock::new(time)
                    .with_increment(self.increments[turn.index()])
                    .with_reserve(reserve);
                limits.clock = Some(match self.moves_to_go {
                    Some(moves) => clock.with_moves_to_go(moves),
                    None => clock,
                });
            }
            None if self.times[turn.other().index()].is_some() => {
                return Err(format!("{turn} is to move and has no clock"));
            }
            None => {}
        }
        Ok(limits)
    }
}

/// The words that other words' lists end before.
const WORDS: [&str; 17] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "movetime",
    "nodes",
    "visits",
    "depth",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
];

impl FromStr for Go {
    type Err = String;

    fn from_str(text: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if !WORDS.contains(&word) {
                return Err(format!("go {word:.40} is not known"));
            }
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        let m = text.parse::<Move>();
                        go.search_moves
                            .push(m.map_err(|error| format!("{text:.40}: {error}"))?);
                    }
                    if go.search_moves.is_empty() {
                        return Err("no move after searchmoves".to_owned());
                    }
                }
                _ => {
                    let number = words.next().and_then(|word| word.parse::<i64>().ok());
                    let number = number.ok_or_else(|| format!("no number after {word}"))?;
                    go.set(word, number)?;
                }
            }
        }
        Ok(go)
    }
}

impl Go {
    fn set(&mut self, word: &str, number: i64) -> Result<(), String> {
        // Clocks that have run out are sent as negative numbers.
        let time = Duration::from_millis(u64::try_from(number).unwrap_or(0));
        match word {
            "wtime" | "p1time" => self.times[Color::White.index()] = Some(time),
            "btime" | "p2time" => self.times[Color::Black.index()] = Some(time),
            "winc" | "p1inc" => self.increments[Color::White.index()] = time,
            "binc" | "p2inc" => self.increments[Color::Black.index()] = time,
            "movetime" => self.move_time = Some(time),
            _ => {
                let count =
                    u64::try_from(number).map_err(|_| format!("{word} {number} is negative"))?;
                match word {
                    "nodes" => self.nodes = Some(count),
                    "visits" => self.visits = Some(count),
                    "depth" => self.depth = Some(usize::try_from(count).unwrap_or(usize::MAX)),
                    "mate" => {}
                    // Some send 0 for "all of the game".
                    _ => {
                        let moves = u32::try_from(count).unwrap_or(u32::MAX);
                        self.moves_to_go = (moves > 0).then_some(moves);
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESERVE: Duration = Duration::from_millis(7);

    fn limits(text: &str, turn: Color) -> Result<Limits, String> {
        text.parse::<Go>()?.limits(turn, RESERVE)
    }

    #[test]
    fn limits_are_read() {
        let white = |text| limits(text, Color::White);
        for text in ["", "infinite", "ponder", "depth 3", "mate 5"] {
            assert_eq!(white(text), Ok(Limits::unlimited()), "{text}");
        }
        let both = Limits::time(Duration::from_millis(100)).with_nodes(5);
        assert_eq!(white(" movetime  100 nodes 5\r"), Ok(both));
        assert_eq!(white("visits 7"), Ok(Limits::visits(7)));
        assert_eq!(white("infinite movetime 3"), Ok(Limits::unlimited()));
    }

    #[test]
    fn clocks_are_those_of_the_side_to_move() {
        let clock = |milliseconds, increment| {
            Clock::new(Duration::from_millis(milliseconds))
                .with_increment(Duration::from_millis(increment))
                .with_reserve(RESERVE)
        };
        for text in [
            "wtime 900 btime 800 winc 9 binc 8",
            "ponder p1time 900 p2time 800 p1inc 9 p2inc 8 movestogo 0",
        ] {
            assert_eq!(limits(text, Color::White), Ok(Limits::clock(clock(900, 9))));
            assert_eq!(limits(text, Color::Black), Ok(Limits::clock(clock(800, 8))));
        }
        assert_eq!(
            limits("btime -50 movestogo 4", Color::Black),
            Ok(Limits::clock(clock(0, 0).with_moves_to_go(4)))
        );
        assert!(limits("btime 100", Color::White).is_err());
    }

    #[test]
    fn lists_of_moves_end_at_the_next_word() {
        let go: Go = "searchmoves d1d7,d7g7 a4-a5/a4 depth 3".parse().unwrap();
        let moves = ["d1-d7/g7", "a4-a5/a4"].map(|text| text.parse().unwrap());
        assert_eq!((go.search_moves, go.depth), (moves.to_vec(), Some(3)));
        for text in [
            "searchmoves",
            "searchmoves infinite",
            "searchmoves d1d7",
            "movetime",
            "movetime x",
            "nodes -1",
            "depth 1.5",
            "wtime 99999999999999999999",
            "sideways",
        ] {
            assert!(text.parse::<Go>().is_err(), "{text}");
        }
    }
}
