//! How fast plain lists of games are read, every move checked, against splitting the same text into words.

use std::hint::black_box;

use amazons::notation::{Format, GameReader, convert};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn bench(criterion: &mut Criterion) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games_human.txt");
    let text = std::fs::read_to_string(path).expect("the human games are there");
    let mut group = criterion.benchmark_group("notation");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("split into words", |bencher| {
        bencher.iter(|| black_box(text.as_str()).split_ascii_whitespace().count());
    });
    group.bench_function("read plain games, every move checked", |bencher| {
        bencher.iter(|| {
            GameReader::new(black_box(text.as_bytes()), Format::Plain)
                .map(|game| game.map_or(0, |game| game.len()))
                .sum::<usize>()
        });
    });
    for to in [Format::Sgf, Format::Uci] {
        let mut converted = Vec::new();
        let done = convert(text.as_bytes(), None, to, &mut converted, |_| {});
        assert!(done.is_ok_and(|done| done.failed == 0));
        group.throughput(Throughput::Bytes(converted.len() as u64));
        group.bench_function(format!("read {to} games, every move checked"), |bencher| {
            bencher.iter(|| {
                GameReader::new(black_box(&converted[..]), to)
                    .map(|game| game.map_or(0, |game| game.len()))
                    .sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
