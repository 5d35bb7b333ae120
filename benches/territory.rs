//! What an evaluation costs, beside the program that anyone writes first and the first version of the distances.
//!
//! Every figure is the time of one position, the mean over `tests/data/midgame.fen`: positions of human games, plies 16 to
//! 36. Print them with `cargo bench --features tuning --bench territory`.

#[path = "rivals/first_territory.rs"]
mod first_territory;
#[path = "rivals/queue_territory.rs"]
mod queue_territory;

use std::hint::black_box;
use std::time::{Duration, Instant};

use amazons::territory::{Evaluator, evaluate, king_distances, queen_distances};
use amazons::{Color, Position, Slid, Square};
use criterion::{Bencher, Criterion, criterion_group, criterion_main};

fn positions() -> Vec<Position> {
    include_str!("../tests/data/midgame.fen")
        .lines()
        .map(|line| line.parse().expect("a file of FENs"))
        .collect()
}

/// The rivals must find what the library finds.
fn check(positions: &[Position]) {
    let mut levels = first_territory_levels();
    for position in positions {
        let explained = evaluate(position);
        let counts = queue_territory::Board::new(position).counts();
        let race = |race: amazons::territory::Race| race.win as i32 - race.loss as i32;
        assert_eq!(counts.t1, race(explained.queen_race));
        assert_eq!(counts.t2, race(explained.king_race));
        assert!((counts.c1 - explained.queen_nearness).abs() < 1e-9);
        assert!((counts.c2 - explained.king_lead).abs() < 1e-9);
        assert!((counts.w - explained.contested).abs() < 1e-9);
        let immobility: f64 = explained
            .amazons
            .iter()
            .map(|amazon| f64::from(amazon.color.sign()) * (-amazon.alpha / 6.0).exp2())
            .sum();
        assert!((counts.immobility - immobility).abs() < 1e-9);

        first_territory::distances(position, &mut levels);
        for color in Color::ALL {
            let maps = [
                queen_distances(position, color),
                king_distances(position, color),
            ];
            for (map, levels) in maps
                .iter()
                .zip([&levels[color.index()], &levels[2 + color.index()]])
            {
                for square in position.empty() {
                    let bit = 11 * u32::from(square.row()) + u32::from(square.column());
                    let level = levels.iter().position(|set| set >> bit & 1 != 0);
                    let distance = level.map_or(255, |level| level as u8 + 1);
                    assert_eq!(map.at(square), distance);
                }
            }
        }
    }
}

fn first_territory_levels() -> [first_territory::Levels; 4] {
    std::array::from_fn(|_| Vec::with_capacity(100))
}

/// Times one call after the other over all positions, so that branches are as hard to foresee as in a search.
fn each<T>(bencher: &mut Bencher, inputs: &[T], mut work: impl FnMut(&T)) {
    bencher.iter_custom(|iterations| {
        let rounds = iterations.div_ceil(inputs.len() as u64);
        let start = Instant::now();
        for _ in 0..rounds {
            for input in inputs {
                work(black_box(input));
            }
        }
        let calls = rounds * inputs.len() as u64;
        Duration::from_secs_f64(start.elapsed().as_secs_f64() / calls as f64 * iterations as f64)
    });
}

fn territory(criterion: &mut Criterion) {
    let positions = positions();
    check(&positions);
    let mut group = criterion.benchmark_group("territory");
    let boards: Vec<_> = positions.iter().map(queue_territory::Board::new).collect();
    group.bench_function("rival: queue, D1 and D2", |bencher| {
        each(bencher, &boards, |board| {
            for color in Color::ALL {
                for sliding in [true, false] {
                    black_box(board.distances(color, sliding));
                }
            }
        });
    });
    group.bench_function("rival: queue, all features", |bencher| {
        each(bencher, &boards, |board| {
            black_box(board.counts());
        });
    });
    let mut levels = first_territory_levels();
    group.bench_function("first version: D1 and D2", |bencher| {
        each(bencher, &positions, |position| {
            first_territory::distances(position, &mut levels);
            black_box(&mut levels);
        });
    });
    for (name, evaluator) in Evaluator::available() {
        group.bench_function(format!("evaluation, {name}"), |bencher| {
            each(bencher, &positions, |position| {
                black_box(evaluator.white_logit(position));
            });
        });
    }
    let evaluator = Evaluator::new();
    let shots = slid(&positions);
    let mut out = Vec::new();
    group.bench_function("evaluation of an arrow's siblings, each", |bencher| {
        let evaluations: usize = shots.iter().map(|slid| slid.shots().iter().len()).sum();
        let mean = evaluations as f64 / shots.len() as f64;
        bencher.iter_custom(|iterations| {
            let rounds = (iterations as f64 / evaluations as f64).ceil() as u64;
            let start = Instant::now();
            for _ in 0..rounds {
                for slid in &shots {
                    evaluator.white_logits_after_shots(black_box(slid), slid.shots(), &mut out);
                    black_box(&mut out);
                }
            }
            let calls = (rounds * shots.len() as u64) as f64 * mean;
            Duration::from_secs_f64(start.elapsed().as_secs_f64() / calls * iterations as f64)
        });
    });
    group.finish();
}

/// One slide of each position: the middle one.
fn slid(positions: &[Position]) -> Vec<Slid> {
    let middle = |position: &Position| {
        let slides: Vec<(Square, Square)> = position
            .amazons(position.turn())
            .iter()
            .flat_map(|from| position.slides_from(from).iter().map(move |to| (from, to)))
            .collect();
        let &(from, to) = slides.get(slides.len() / 2)?;
        Some(position.slide_unchecked(from, to))
    };
    positions.iter().filter_map(middle).collect()
}

criterion_group!(benches, territory);
criterion_main!(benches);
