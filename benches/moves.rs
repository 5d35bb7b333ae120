//! How fast moves are counted, made and chosen at random: the library against a plain-array generator.

use std::hint::black_box;
use std::time::Duration;

use amazons::{Position, perft};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

#[path = "rivals/plain_moves.rs"]
#[allow(dead_code)]
mod plain_moves;

use plain_moves::PlainBoard;

/// The start and a random game after 20 and 40 plies, each with a depth that is worth counting.
fn positions() -> Vec<(&'static str, Position, u32)> {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut position = Position::start();
    let mut positions = vec![("start", position, 2)];
    for name in ["ply 20", "ply 40"] {
        for _ in 0..20 {
            if let Some(m) = position.random_move(&mut rng) {
                position.play_unchecked(m);
            }
        }
        positions.push((name, position, 2));
    }
    positions
}

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (name, position, depth) in positions() {
        let nodes = perft(&position, depth);
        assert_eq!(PlainBoard::new(&position).perft(depth), nodes, "{position}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new("library", name), |b| {
            b.iter(|| perft(black_box(&position), depth));
        });
        group.bench_function(BenchmarkId::new("plain array", name), |b| {
            b.iter(|| PlainBoard::new(black_box(&position)).perft(depth));
        });
    }
    group.finish();
}

fn random_games(c: &mut Criterion) {
    let mut group = c.benchmark_group("random game");
    group.throughput(Throughput::Elements(1));
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    group.bench_function("library", |b| {
        b.iter(|| {
            let mut position = Position::start();
            let mut plies = 0;
            while let Some(m) = position.random_move(&mut rng) {
                position.play_unchecked(m);
                plies += 1;
            }
            assert!((1..=92).contains(&plies));
            position
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = counting, random_games
}
criterion_main!(benches);
