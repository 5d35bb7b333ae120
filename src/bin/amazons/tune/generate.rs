//! Plays the games that weights are fitted to.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

use super::games_file::{Entry, GamesFile, Terms};
use super::self_play::Player;
use crate::Fault;

/// Play games of the engine against itself and write them, in order, to a file.
///
/// Each game follows from the seed and its number alone. A run that was interrupted goes on where the file ends.
#[derive(clap::Args)]
pub struct Arguments {
    /// Games to play, those already in the file included
    #[arg(long, default_value_t = 20_000)]
    games: u32,

    /// Simulations a move
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    visits: u64,

    /// Percentage of games on the board of 8x8
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=50))]
    percent_8x8: u8,

    /// Percentage of games on the board of 6x6
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=50))]
    percent_6x6: u8,

    /// Percentage of positions beside which a slide that was not played is searched, with two shots
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u8).range(0..=100))]
    percent_asides: u8,

    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games played at the same time; as many as there are cores if not given
    #[arg(long)]
    threads: Option<usize>,

    /// Where the games are saved
    #[arg(long, default_value = "self-play.jsonl")]
    file: PathBuf,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let terms = Terms {
        version: env!("CARGO_PKG_VERSION").to_string(),
        seed: arguments.seed,
        visits: arguments.visits,
        percent_8x8: arguments.percent_8x8,
        percent_6x6: arguments.percent_6x6,
        percent_asides: arguments.percent_asides,
    };
    let mut file = GamesFile::open(&arguments.file, &terms)
        .map_err(|fault| format!("{}: {fault}", arguments.file.display()))?;
    let before = file.games;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.unwrap_or(cores).max(1);
    let players = (0..threads)
        .map(|_| Player::new(&terms))
        .collect::<Result<Vec<_>, _>>()?;
    let bar = ProgressBar::new(u64::from(arguments.games)).with_style(
        ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} to go")?,
    );
    bar.set_position(u64::from(before));
    play(players, arguments.games, &mut file, &bar)?;
    bar.finish_and_clear();
    writeln!(
        out,
        "{} games, {before} of them from before",
        file.games.max(before)
    )?;
    Ok(())
}

/// Plays on until the file has `games` games. Whichever is ready first, they are written in order.
fn play(
    players: Vec<Player>,
    games: u32,
    file: &mut GamesFile,
    bar: &ProgressBar,
) -> Result<(), Fault> {
    let next = &AtomicU32::new(file.games);
    let stopped = &AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel::<Result<Entry, Fault>>();
    thread::scope(|scope| {
        for mut player in players {
            let sender = sender.clone();
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || sender.send(player.play(number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let result = receiver.into_iter().try_for_each(|entry| {
            let entry = entry?;
            waiting.insert(entry.number, entry);
            while let Some(entry) = waiting.remove(&file.games) {
                file.append(&entry)?;
                bar.inc(1);
            }
            Ok(())
        });
        stopped.store(true, Ordering::Relaxed);
        result
    })
}
