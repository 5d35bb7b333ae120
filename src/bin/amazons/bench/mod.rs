//! A fixed piece of work, to compare one build with another.

mod stops;

use std::io::Write;
use std::time::Instant;

use amazons::{Engine, EngineOptions, Limits, Position};

use crate::Fault;

/// Search a fixed set of positions with one thread, and print a signature of what was found and the speed
///
/// The signature is the number of nodes and a hash of all the lines: two builds that differ in it search differently. It
/// depends on --visits and on nothing else, as long as the memory is enough.
#[derive(clap::Args)]
pub struct Arguments {
    /// Simulations a position
    #[arg(long, default_value_t = 10_000)]
    visits: u64,

    /// Memory of the search, in MiB
    #[arg(long, default_value_t = EngineOptions::DEFAULT_MEMORY_MIB)]
    memory: usize,

    /// Measure instead how long a search takes to stop, over so many random moments
    #[arg(long)]
    stops: Option<u32>,

    /// Threads of the searches that are stopped
    #[arg(long, default_value_t = 2, requires = "stops")]
    threads: usize,
}

/// The start, small boards, and positions of games between strong players after 8 to 48 plies.
const POSITIONS: [&str; 9] = [
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
    "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
    "1q2q1/6/q4q/Q4Q/6/1Q2Q1 w",
    "6q3/3*1*4/1*4Q3/q9/8*1/1*4q3/3Q4*1/5Qq*2/3*3Q2/10 w",
    "1*2*1q2*/5*Q3/2Q*1*2*1/2q*6/7*2/8*1/2*3Q*2/2Qq*2q2/4*5/5*1*2 w",
    "4*Q4/4q*4/3*2**2/1****1q*2/**1Q1**3/*2*q2***/2q2*Q3/1Q3*2*1/5*4/3*6 w",
    "q*2*5/***1*5/*3**2Q*/2qQ2**2/***1**1*1*/2*3*3/5q*1*1/1*1*2Q*2/2*Q2**1*/3q*3*1 w",
    "2q4**1/2*1**1**1/*1****1*2/2*1Q*qq*1/1*Q2**Q*1/2*****1**/2*4**1/2*2*1*2/3**Q***1/4**3q w",
    "7*2/*2**Q**2/1****q1*1*/**1*2***1/3**1q1*Q/**Q*3**q/1*****4/2**q***2/2*4*2/1Q*1*5 w",
];

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    if let Some(moments) = arguments.stops {
        return stops::run(moments, arguments.threads, arguments.memory, out);
    }
    let options = EngineOptions::new()
        .with_threads(1)
        .with_memory_mib(arguments.memory)
        .with_lines(5);
    let mut engine = Engine::new(options)?;
    let mut total = Total::default();
    for (number, fen) in (1..).zip(POSITIONS) {
        let position: Position = fen.parse()?;
        let begin = Instant::now();
        let report = engine.search(&position, Limits::visits(arguments.visits));
        let seconds = begin.elapsed().as_secs_f64();
        total.visits += report.visits;
        total.nodes += report.nodes;
        total.evaluations += report.evaluations;
        total.seconds += seconds;
        for line in &report.lines {
            total.hash.add(&line.visits.to_le_bytes());
            for m in &line.pv {
                total.hash.add(m.to_string().as_bytes());
            }
        }
        let best = report.best_move.map_or("none".into(), |m| m.to_string());
        writeln!(
            out,
            "{number} {best:12} {:5.1}% {:8} nodes {:10.0} visits/s",
            100.0 * report.win_rate,
            report.nodes,
            report.visits as f64 / seconds.max(1e-9),
        )?;
    }
    let seconds = total.seconds.max(1e-9);
    writeln!(
        out,
        "signature {} {:016x}\n{:.0} visits/s, {:.2} M evaluations/s",
        total.nodes,
        total.hash.0,
        total.visits as f64 / seconds,
        total.evaluations as f64 / seconds / 1e6,
    )?;
    Ok(())
}

#[derive(Default)]
struct Total {
    visits: u64,
    nodes: u64,
    evaluations: u64,
    seconds: f64,
    hash: Fnv,
}

/// The hash FNV-1a of 64 bits, which is the same on every machine.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
