//! The games of a match, several at a time.

use std::fs::File;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use amazons::{Limits, Position, Tags};
use indicatif::{ProgressBar, ProgressStyle};

use super::openings::opening;
use super::player::Player;
use super::record::{self, Entry, Terms};
use super::referee::{self, Played};
use super::score::Score;
use super::spec::Spec;
use crate::Fault;

/// What is to be played.
pub struct Plan {
    pub terms: Terms,
    pub specs: [Spec; 2],
    pub limits: Limits,
    pub grace: Duration,
    pub start: Position,
    pub opening_plies: u32,
    pub seed: u64,
    pub games: u32,
}

/// Plays the games that are not yet in `file`, as many at a time as there are pairs of `players`, and writes them to it
/// and, in short, to `out`.
pub fn run(
    plan: &Plan,
    players: Vec<Players>,
    file: File,
    played: Vec<Entry>,
    out: &mut (impl Write + Send),
) -> Result<(), Fault> {
    let left: Vec<u32> = (0..plan.games)
        .filter(|number| played.iter().all(|entry| entry.number != *number))
        .collect();
    writeln!(out, "A {}\nB {}", plan.specs[0], plan.specs[1])?;
    if !played.is_empty() {
        writeln!(out, "{} games were played before", played.len())?;
    }
    let bar = ProgressBar::new(u64::from(plan.games)).with_style(ProgressStyle::with_template(
        "{bar:30} {pos} of {len} games, {eta} to go, A {msg}",
    )?);
    bar.set_position(played.len() as u64);
    let next = &AtomicUsize::new(0);
    let book = Mutex::new(Book {
        file,
        out,
        entries: played,
    });
    let faults: Vec<Fault> = thread::scope(|scope| {
        let workers: Vec<_> = players
            .into_iter()
            .map(|mut players| {
                let (left, book, bar) = (&left, &book, &bar);
                scope.spawn(move || -> Result<(), Fault> {
                    while let Some(&number) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let entry = plan.play(number, &mut players);
                        let mut book = book.lock().map_err(|_| "another game panicked")?;
                        bar.suspend(|| book.enter(entry))?;
                        bar.set_message(book.score().to_string());
                        bar.inc(1);
                    }
                    Ok(())
                })
            })
            .collect();
        workers
            .into_iter()
            .filter_map(|worker| match worker.join() {
                Ok(result) => result.err(),
                Err(_) => Some("a game panicked".into()),
            })
            .collect()
    });
    bar.finish_and_clear();
    let book = book.into_inner().map_err(|_| "a game panicked")?;
    if let Some(fault) = faults.into_iter().next() {
        return Err(fault);
    }
    book.summary()
}

/// Both players of a game.
pub type Players = [Box<dyn Player>; 2];

impl Plan {
    /// Starts the players of so many games at a time.
    pub fn players(&self, jobs: usize) -> Result<Vec<Players>, Fault> {
        let player = |spec: &Spec| {
            let player = spec.player(self.limits, self.grace);
            player.map_err(|forfeit| format!("{spec}: {forfeit}"))
        };
        let [a, b] = &self.specs;
        (0..jobs.min(self.games as usize))
            .map(|_| Ok([player(a)?, player(b)?]))
            .collect()
    }

    /// Plays a game: the first player has White in those of even number.
    fn play(&self, number: u32, players: &mut Players) -> Entry {
        let white = (number % 2) as usize;
        let opening = opening(&self.start, self.opening_plies, self.seed, number / 2);
        let plies = opening.len();
        let [a, b] = players;
        let sides: [&mut dyn Player; 2] = if white == 0 {
            [&mut **a, &mut **b]
        } else {
            [&mut **b, &mut **a]
        };
        let seed = self.seed.wrapping_add(u64::from(number));
        let played = referee::play(opening, sides, seed);
        entry_of(number, white, plies, self, played)
    }
}

/// The line of a game. What White's and Black's are becomes the first and the second player's.
fn entry_of(number: u32, white: usize, opening: usize, plan: &Plan, played: Played) -> Entry {
    let by_player =
        |times: [Duration; 2]| [times[white], times[1 - white]].map(|t| t.as_secs_f64());
    let forfeit = played.forfeit.as_ref().map(|forfeit| forfeit.to_string());
    let mut game = played.game;
    let plies = game.len();
    if let Some(what) = &forfeit {
        game.set_comment(plies, what);
    }
    for (name, player) in [(Tags::WHITE, white), (Tags::BLACK, 1 - white)] {
        // These names are good ones.
        let _ = game.tags_mut().set(name, &plan.terms.players[player]);
    }
    Entry {
        number,
        white,
        game,
        forfeit,
        opening,
        chosen: [played.chosen[white], played.chosen[1 - white]],
        seconds: by_player(played.times),
        slowest: by_player(played.slowest),
        terms: plan.terms.clone(),
    }
}

const NAMES: [&str; 2] = ["A", "B"];

/// All games so far, and where they are written.
struct Book<'a, W: Write> {
    file: File,
    out: &'a mut W,
    entries: Vec<Entry>,
}

impl<W: Write> Book<'_, W> {
    fn score(&self) -> Score {
        let won = |entry: &&Entry| entry.winner() == Some(0);
        let wins = self.entries.iter().filter(won).count() as u32;
        Score {
            wins,
            losses: self.entries.len() as u32 - wins,
        }
    }

    fn enter(&mut self, entry: Entry) -> Result<(), Fault> {
        record::append(&mut self.file, &entry)?;
        if let Some(winner) = entry.game.winner() {
            let player = entry.player_of(winner);
            let forfeit = entry.forfeit.as_deref();
            let how = forfeit.map_or(String::new(), |what| {
                format!(" ({}: {what})", NAMES[1 - player])
            });
            writeln!(
                self.out,
                "game {}: {} wins with {winner}, {} plies{how}",
                entry.number + 1,
                NAMES[player],
                entry.game.len(),
            )?;
        }
        self.entries.push(entry);
        Ok(())
    }

    fn summary(self) -> Result<(), Fault> {
        for (player, name) in NAMES.iter().enumerate() {
            let entries = self.entries.iter();
            let lost = entries
                .clone()
                .filter(|entry| entry.winner() != Some(player));
            let forfeits = lost.filter(|entry| entry.forfeit.is_some()).count();
            let seconds: f64 = entries.clone().map(|entry| entry.seconds[player]).sum();
            let chosen: u32 = entries.clone().map(|entry| entry.chosen[player]).sum();
            let slowest = entries.map(|entry| entry.slowest[player]);
            writeln!(
                self.out,
                "{name}: {:.3} s a move, {:.3} s at most, {forfeits} games forfeited",
                seconds / f64::from(chosen.max(1)),
                slowest.fold(0.0, f64::max),
            )?;
        }
        writeln!(self.out, "A {}", self.score())?;
        Ok(())
    }
}
