//! The search against the evaluations it is made of, and two workers against two searches.
//!
//! `cargo bench --bench search` ends with the two shares that the README quotes, and with what the second depends on: how long
//! it takes to hand a line of memory from one core to another.

use std::hint::{self, black_box};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use amazons::territory::Evaluator;
use amazons::{Engine, EngineOptions, Game, Limits, Position, Slid, Square};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};

/// Positions of human games, one from each eighth ply.
fn positions() -> Vec<Position> {
    let games = include_str!("../tests/data/games_human.txt");
    games
        .lines()
        .step_by(400)
        .enumerate()
        .map(|(index, line)| {
            let mut game = Game::new();
            for m in line.split_whitespace().take(8 + 8 * index) {
                game.play(m.parse().expect("a move")).expect("a legal move");
            }
            *game.position()
        })
        .collect()
}

fn engine(threads: usize, lines: usize) -> Engine {
    let options = EngineOptions::new()
        .with_threads(threads)
        .with_memory_mib(256)
        .with_lines(lines);
    Engine::new(options).expect("an engine")
}

/// What a search has looked at.
struct Searched {
    /// The positions of its principal variations, whose slides it has evaluated.
    positions: Vec<Position>,
    /// After some slides from each of them, as many as it evaluated the shots of for each position.
    slid: Vec<Slid>,
}

fn slides(position: &Position) -> Vec<(Square, Square)> {
    let from = position.amazons(position.turn()).iter();
    from.flat_map(|from| position.slides_from(from).iter().map(move |to| (from, to)))
        .collect()
}

/// What a search of these roots looks at.
fn searched(roots: &[Position]) -> Searched {
    let mut engine = engine(1, 16);
    let mut positions = Vec::new();
    let (mut nodes, mut evaluations) = (0, 0);
    for root in roots {
        let report = engine.search(root, Limits::visits(5_000));
        nodes += report.nodes;
        evaluations += report.evaluations;
        for line in report.lines {
            let mut position = *root;
            for m in line.pv {
                positions.push(position);
                position.play(m).expect("a legal move");
            }
        }
    }
    // A node is a position, whose slides were evaluated, or a slid one, whose shots were. How many there are of each follows
    // from the number of both together and the children that either has.
    let all_slides: Vec<Slid> = positions
        .iter()
        .flat_map(|position| {
            let after = |(from, to)| position.slide(from, to).expect("a slide");
            slides(position).into_iter().map(after).collect::<Vec<_>>()
        })
        .collect();
    let slides_each = all_slides.len() as f64 / positions.len() as f64;
    let shots: u64 = all_slides
        .iter()
        .map(|slid| u64::from(slid.shots().count()))
        .sum();
    let shots_each = shots as f64 / all_slides.len() as f64;
    let of_positions =
        (evaluations as f64 - nodes as f64 * shots_each) / (slides_each - shots_each);
    let slid_each = (nodes as f64 / of_positions - 1.0).clamp(1.0, slides_each);
    println!("search: {slid_each:.1} lists of shots evaluated for one of slides");
    let step = slides_each / slid_each;
    let slid = (0..)
        .map_while(|index| all_slides.get((f64::from(index) * step) as usize))
        .copied()
        .collect();
    Searched { positions, slid }
}

/// Evaluates children as the search does; returns how many there were.
fn evaluate_bare(evaluator: &Evaluator, searched: &Searched) -> u64 {
    let (mut count, mut logits) = (0, Vec::new());
    for position in &searched.positions {
        evaluator.white_logits_after_slides(position, &slides(position), &mut logits);
        count += black_box(&logits).len() as u64;
    }
    for slid in &searched.slid {
        evaluator.white_logits_after_shots(slid, slid.shots(), &mut logits);
        count += black_box(&logits).len() as u64;
    }
    count
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    const VISITS: u64 = 2_000;
    group.throughput(Throughput::Elements(VISITS));
    for (index, position) in positions().iter().enumerate() {
        let mut engine = engine(1, 1);
        group.bench_function(BenchmarkId::new("visits", 8 + 8 * index), |bencher| {
            bencher.iter(|| engine.search(position, Limits::visits(VISITS)));
        });
    }
    group.finish();
}

/// Evaluations done in some time.
#[derive(Clone, Copy, Default)]
struct Tally {
    evaluations: u64,
    seconds: f64,
}

impl Tally {
    fn search(&mut self, engine: &mut Engine, position: &Position, time: Duration) {
        let report = engine.search(position, Limits::time(time));
        self.evaluations += report.evaluations;
        self.seconds += report.seconds;
    }

    /// Millions a second.
    fn rate(self) -> f64 {
        self.evaluations as f64 / self.seconds / 1e6
    }
}

/// The rate of one-thread searches of all positions, `time` each.
fn rate_of_search(positions: &[Position], time: Duration) -> f64 {
    let (mut engine, mut tally) = (engine(1, 1), Tally::default());
    for position in positions {
        tally.search(&mut engine, position, time);
    }
    tally.rate()
}

/// The rate of two workers on one tree, and that of two searches at the same time. They take turns with every position, so that
/// a machine that is busy for a while is as slow for either.
fn rates_of_two(positions: &[Position], time: Duration) -> (f64, f64) {
    let (mut shared, mut two) = (engine(2, 1), Tally::default());
    let mut engines = [(); 2].map(|()| (engine(1, 1), Tally::default()));
    for position in positions {
        two.search(&mut shared, position, time);
        thread::scope(|scope| {
            for (engine, tally) in &mut engines {
                scope.spawn(|| tally.search(engine, position, time));
            }
        });
    }
    let apart = engines.iter().map(|(_, tally)| tally.rate()).sum();
    (two.rate(), apart)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Nanoseconds from when one thread writes a word until another, on another core, has seen it: the median of some rounds. In
/// the first ones the system may not have moved the new thread to a core of its own.
fn nanoseconds_between_cores() -> f64 {
    const ROUNDS: u32 = 41;
    const TURNS: u32 = 20_000;
    let turn = AtomicU32::new(0);
    let take = |mine: u32| {
        while turn.load(Ordering::Acquire) != mine {
            hint::spin_loop();
        }
        turn.store(mine + 1, Ordering::Release);
    };
    thread::scope(|scope| {
        scope.spawn(|| (1..ROUNDS * TURNS).step_by(2).for_each(take));
        let round = |number: u32| {
            let start = Instant::now();
            let turns = number * TURNS..(number + 1) * TURNS;
            turns.step_by(2).for_each(take);
            start.elapsed().as_secs_f64() * 1e9 / f64::from(TURNS)
        };
        median((0..ROUNDS).map(round).collect())
    })
}

/// Prints what share of the bare evaluations a search does, and what share of two searches two workers do.
fn print_shares() {
    let roots: Vec<Position> = positions()
        .into_iter()
        .filter(|p| p.empty().count() > 30)
        .collect();
    let (seen, evaluator) = (searched(&roots), Evaluator::new());
    let time = Duration::from_millis(500);
    let (mut of_bare, mut of_two) = (Vec::new(), Vec::new());
    for _ in 0..7 {
        let start = Instant::now();
        let mut evaluations = 0;
        while start.elapsed() < time * roots.len() as u32 / 2 {
            evaluations += evaluate_bare(&evaluator, &seen);
        }
        let bare = evaluations as f64 / start.elapsed().as_secs_f64() / 1e6;
        let one = rate_of_search(&roots, time);
        of_bare.push(one / bare);
        if cfg!(feature = "parallel") {
            let (two, apart) = rates_of_two(&roots, time);
            of_two.push(two / apart);
            println!(
                "M evaluations/s: bare {bare:.2}, search {one:.2}, two workers {two:.2}, two searches {apart:.2}; {:.0} ns between cores",
                nanoseconds_between_cores()
            );
        }
    }
    println!(
        "search / bare evaluations, median of 7: {:.3}",
        median(of_bare)
    );
    if !of_two.is_empty() {
        println!(
            "two workers / two searches, median of 7: {:.3}",
            median(of_two)
        );
    }
}

criterion_group!(benches, search);

fn main() {
    benches();
    print_shares();
    Criterion::default().configure_from_args().final_summary();
}
