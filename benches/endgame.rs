//! How long exact endgame knowledge takes: `cargo bench --bench endgame`.

use std::hint::black_box;

use amazons::{Position, endgame};
use criterion::{Criterion, criterion_group, criterion_main};

fn positions(file: &str) -> Vec<Position> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text =
        std::fs::read_to_string(path).expect("the reference data are part of the repository");
    text.lines()
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).ok()?["fen"]
                .as_str()?
                .parse()
                .ok()
        })
        .collect()
}

fn separation(c: &mut Criterion) {
    let contested = positions("winner_big.jsonl");
    let separated = positions("separated.jsonl");
    let mut group = c.benchmark_group("is_separated");
    for (name, positions) in [("contested", &contested), ("separated", &separated)] {
        let mut i = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                i = (i + 1) % positions.len();
                endgame::is_separated(black_box(&positions[i]))
            });
        });
    }
    group.finish();
    let mut group = c.benchmark_group("separated");
    let mut i = 0;
    group.bench_function("totals", |b| {
        b.iter(|| {
            i = (i + 1) % separated.len();
            endgame::separated_totals(black_box(&separated[i]), 1_000_000)
        });
    });
    group.bench_function("winner", |b| {
        b.iter(|| {
            i = (i + 1) % separated.len();
            endgame::separated_winner(black_box(&separated[i]), 1_000_000)
        });
    });
    group.finish();
}

criterion_group!(benches, separation);
criterion_main!(benches);
