//! How long a search takes to stop.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use amazons::{Engine, EngineOptions, Limits, Position};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::POSITIONS;
use crate::Fault;

/// The longest that a search runs before it is stopped.
const LONGEST: Duration = Duration::from_millis(40);

/// Plies played at random from one of the fixed positions, at most: all stages of a game come up, separated ends too.
const MOST_PLIES: u32 = 60;

/// Memory of every other search: it is full most of the time, and the searches stop while room is made.
const LITTLE_MEMORY_MIB: usize = 4;

/// Stops searches of random positions at random moments, and prints how long they took to give their last report.
pub fn run(moments: u32, threads: usize, memory: usize, out: &mut impl Write) -> Result<(), Fault> {
    let engine = |mib| {
        Engine::new(
            EngineOptions::new()
                .with_threads(threads)
                .with_memory_mib(mib)
                .with_kept_tree(true),
        )
    };
    let mut engines = [engine(memory)?, engine(LITTLE_MEMORY_MIB.min(memory))?];
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut taken = Vec::new();
    let mut next = 0;
    while taken.len() < moments as usize {
        let engine = &mut engines[next % 2];
        let mut position: Position = POSITIONS[next % POSITIONS.len()].parse()?;
        next += 1;
        for _ in 0..rng.random_range(0..MOST_PLIES) {
            if let Some(m) = position.random_move(&mut rng) {
                position.play(m)?;
            }
        }
        let search = engine.start(&position, Limits::unlimited());
        thread::sleep(LONGEST.mul_f64(rng.random()));
        if search.is_finished() {
            continue;
        }
        let begin = Instant::now();
        search.stop();
        let _ = search.wait();
        taken.push(begin.elapsed());
    }
    taken.sort_unstable();
    let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
    let at = |part: usize| taken.get(taken.len() * part / 100).copied();
    for (name, time) in [
        ("median", at(50)),
        ("99%", at(99)),
        ("most", taken.last().copied()),
    ] {
        if let Some(time) = time {
            writeln!(out, "{name} {:.2} ms", milliseconds(time))?;
        }
    }
    Ok(())
}
