//! How long exact endgame knowledge takes: `cargo bench --bench endgame`. With the argument `rival` the solver is compared
//! with a plain negamax on the same positions instead: `cargo bench --bench endgame -- rival`.

#[path = "rivals/plain_negamax.rs"]
mod plain_negamax;

use std::hint::black_box;
use std::time::Instant;

use amazons::control::{MemoryBudget, Pool};
use amazons::endgame::{self, SolveOptions, Solver, Verdict};
use amazons::{Color, Position};
use criterion::{BatchSize, Criterion};
use plain_negamax::PlainNegamax;

/// Nodes of search allowed for fills: more than any of the positions needs.
const WORK: u64 = 1_000_000;

fn lines(file: &str) -> Vec<serde_json::Value> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the reference data are in the repository");
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

fn positions(file: &str) -> Vec<Position> {
    lines(file)
        .iter()
        .filter_map(|line| line["fen"].as_str()?.parse().ok())
        .collect()
}

fn new_solver() -> Solver {
    let bytes = 16 << 20;
    let pool = Pool::new(1).expect("one thread is always there");
    Solver::new(pool, &MemoryBudget::bytes(bytes), bytes).expect("the budget is as large")
}

/// Measures `f` on one position after another.
fn each<T>(c: &mut Criterion, name: &str, positions: &[Position], f: impl Fn(&Position) -> T) {
    let mut next = positions.iter().cycle();
    c.bench_function(name, |b| {
        b.iter_batched(
            || next.next().copied().unwrap_or_default(),
            |position| f(black_box(&position)),
            BatchSize::SmallInput,
        );
    });
}

fn main() {
    if std::env::args().any(|argument| argument == "rival") {
        against_plain_negamax();
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    let c = &mut criterion;
    let contested = positions("winner_big.jsonl");
    let separated = positions("separated.jsonl");
    let fills = positions("fill.jsonl");
    each(
        c,
        "is_separated/contested",
        &contested,
        endgame::is_separated,
    );
    each(
        c,
        "is_separated/separated",
        &separated,
        endgame::is_separated,
    );
    each(
        c,
        "decided_winner/contested",
        &contested,
        endgame::decided_winner,
    );
    each(c, "separated/totals", &separated, |position| {
        endgame::separated_totals(position, WORK)
    });
    each(c, "separated/winner", &separated, |position| {
        endgame::separated_winner(position, WORK)
    });
    each(c, "fill/bounds", &fills, |position| {
        endgame::fill_bounds(position, Color::White)
    });
    each(c, "fill/longest", &fills, |position| {
        endgame::longest_fill(position, Color::White, WORK)
    });
    c.bench_function("solver/4x4", |b| {
        let start = Position::standard(4, 4).unwrap_or_default();
        b.iter_batched_ref(
            new_solver,
            |solver| solver.solve(&start, SolveOptions::default()).nodes,
            BatchSize::PerIteration,
        );
    });
    times_on_separated(&separated);
    criterion.final_summary();
}

/// Median and 99th percentile of the time for both totals, over the positions, each the best of several runs.
fn times_on_separated(positions: &[Position]) {
    let mut nanoseconds: Vec<u128> = positions
        .iter()
        .filter_map(|position| {
            (0..20)
                .map(|_| {
                    let start = Instant::now();
                    black_box(endgame::separated_totals(black_box(position), WORK));
                    start.elapsed().as_nanos()
                })
                .min()
        })
        .collect();
    nanoseconds.sort_unstable();
    let at = |percent: usize| nanoseconds[(nanoseconds.len() - 1) * percent / 100];
    println!(
        "separated_totals: {} positions, median {} ns, 99th percentile {} ns, worst {} ns",
        nanoseconds.len(),
        at(50),
        at(99),
        at(100)
    );
}

fn against_plain_negamax() {
    for file in ["winner_big.jsonl", "winner.jsonl", "small_boards.jsonl"] {
        let (mut plain_nodes, mut plain_seconds, mut reference_nodes) = (0, 0.0, 0);
        let (mut solver_nodes, mut solver_seconds) = (0, 0.0);
        let lines = lines(file);
        for line in &lines {
            let Some(position) = line["fen"].as_str().and_then(|fen| fen.parse().ok()) else {
                continue;
            };
            reference_nodes += line["nodes"].as_u64().unwrap_or(0);
            let start = Instant::now();
            let mut plain = PlainNegamax::default();
            let wins = plain.wins(&position);
            plain_seconds += start.elapsed().as_secs_f64();
            plain_nodes += plain.nodes;
            // A new solver for each position, its table made beforehand: the rival's grows as it goes.
            let mut solver = new_solver();
            let start = Instant::now();
            let solution = solver.solve(&position, SolveOptions::default());
            solver_seconds += start.elapsed().as_secs_f64();
            solver_nodes += solution.nodes;
            assert_eq!(solution.verdict == Verdict::Win, wins, "{position}");
        }
        println!(
            "{file}: {} positions\n  plain negamax {plain_nodes} nodes {plain_seconds:.3} s ({reference_nodes} in the file)",
            lines.len()
        );
        println!(
            "  solver {solver_nodes} nodes {solver_seconds:.3} s: {:.1} times fewer nodes, {:.1} times faster",
            plain_nodes as f64 / solver_nodes as f64,
            plain_seconds / solver_seconds
        );
    }
}
