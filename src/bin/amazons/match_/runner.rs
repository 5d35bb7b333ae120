//! The games of a match, several at a time.

use std::fs;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use amazons::Tags;
use indicatif::{ProgressBar, ProgressStyle};

use super::openings::Openings;
use super::pace::Allowance;
use super::player::{Forfeit, Player};
use super::record::{Entry, Terms};
use super::referee::{self, Played};
use super::spec::Spec;
use super::sprt::{Sprt, Verdict};
use super::summary;
use crate::Fault;
use crate::counted::counted;
use crate::line_file::LineFile;

/// What is to be played.
pub struct Plan {
    pub terms: Terms,
    pub specs: [Spec; 2],
    pub allowance: Allowance,
    pub grace: Duration,
    pub openings: Openings,
    pub seed: u64,
    pub games: u32,
    /// Ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// Plays the games that are not yet in `file`, as many at a time as there are pairs of `players`, and writes them to it
/// and, in short, to `out`.
pub fn run(
    plan: &Plan,
    players: Vec<Players>,
    file: LineFile,
    played: Vec<Entry>,
    out: &mut (impl Write + Send),
) -> Result<(), Fault> {
    let left: Vec<u32> = (0..plan.games)
        .filter(|number| played.iter().all(|entry| entry.number != *number))
        .collect();
    writeln!(out, "A {}\nB {}", plan.specs[0], plan.specs[1])?;
    if !played.is_empty() {
        let games = counted(played.len() as u64, "game was", "games were");
        writeln!(out, "{games} played before")?;
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
        sprt: plan.sprt,
    });
    let faults: Vec<Fault> = thread::scope(|scope| {
        let workers: Vec<_> = players
            .into_iter()
            .map(|mut players| {
                let (left, book, bar) = (&left, &book, &bar);
                scope.spawn(move || -> Result<(), Fault> {
                    while !is_decided(book)?
                        && let Some(&number) = left.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let entry = plan.play(number, &mut players);
                        let mut book = book.lock().map_err(|_| "another game panicked")?;
                        bar.suspend(|| book.enter(entry))?;
                        bar.set_message(book.standing());
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
    if let Some(mib) = most_resident_mib() {
        writeln!(book.out, "resident memory of this run at most {mib} MiB")?;
    }
    book.summary()
}

/// The most memory that this program has had resident, where the system tells.
fn most_resident_mib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib / 1024)
}

fn is_decided<W: Write>(book: &Mutex<Book<'_, W>>) -> Result<bool, Fault> {
    let book = book.lock().map_err(|_| "another game panicked")?;
    let pairs = summary::pairs(&book.entries);
    Ok(book
        .sprt
        .is_some_and(|sprt| sprt.verdict(pairs) != Verdict::Open))
}

/// Both players of a game.
pub type Players = [Box<dyn Player>; 2];

impl Plan {
    /// Starts the players of so many games at a time.
    pub fn players(&self, jobs: usize) -> Result<Vec<Players>, Fault> {
        let player = |spec: &Spec| {
            let player = spec.player(self.grace);
            player.map_err(|fault| format!("{spec}: {fault}"))
        };
        let [a, b] = &self.specs;
        (0..jobs.min(self.games as usize))
            .map(|_| Ok([player(a)?, player(b)?]))
            .collect()
    }

    /// Plays a game: the first player has White in those of even number.
    fn play(&self, number: u32, players: &mut Players) -> Entry {
        let white = (number % 2) as usize;
        let opening = self.openings.of_pair(number / 2);
        let plies = opening.len();
        let [a, b] = players;
        let sides: [&mut dyn Player; 2] = if white == 0 {
            [&mut **a, &mut **b]
        } else {
            [&mut **b, &mut **a]
        };
        let seed = self.seed.wrapping_add(u64::from(number));
        let played = referee::play(opening, sides, seed, self.allowance);
        entry_of(number, white, plies, self, played)
    }
}

/// The line of a game. What White's and Black's are becomes the first and the second player's.
fn entry_of(number: u32, white: usize, opening: usize, plan: &Plan, played: Played) -> Entry {
    let by_player =
        |times: [Duration; 2]| [times[white], times[1 - white]].map(|t| t.as_secs_f64());
    let forfeit = played.forfeit.as_ref().map(|forfeit| forfeit.to_string());
    let forfeit_kind = played.forfeit.as_ref().map(Forfeit::kind);
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
        forfeit_kind,
        opening,
        chosen: [played.chosen[white], played.chosen[1 - white]],
        seconds: by_player(played.times),
        slowest: by_player(played.slowest),
        terms: plan.terms.clone(),
    }
}

/// All games so far, and where they are written.
struct Book<'a, W: Write> {
    file: LineFile,
    out: &'a mut W,
    entries: Vec<Entry>,
    sprt: Option<Sprt>,
}

impl<W: Write> Book<'_, W> {
    /// How it stands, in a few words.
    fn standing(&self) -> String {
        let score = summary::score(&self.entries);
        match self.sprt {
            Some(sprt) => format!(
                "{score}, ratio {:+.2}",
                sprt.ratio(summary::pairs(&self.entries))
            ),
            None => score.to_string(),
        }
    }

    fn enter(&mut self, entry: Entry) -> Result<(), Fault> {
        self.file.append(&entry)?;
        summary::write_game(self.out, &entry)?;
        self.entries.push(entry);
        Ok(())
    }

    fn summary(self) -> Result<(), Fault> {
        Ok(summary::write(self.out, &self.entries, self.sprt)?)
    }
}
