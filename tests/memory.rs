//! A search allocates no more than its budget, and a full tree goes on at nearly its speed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use amazons::endgame::{is_separated, separated_totals};
use amazons::{Engine, EngineError, EngineOptions, Limits, Position};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Counts the bytes in use and the most there ever were.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn count(bytes: usize) {
    let used = USED.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(used, Ordering::Relaxed);
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One measurement at a time.
static ALONE: Mutex<()> = Mutex::new(());

const MIB: usize = 1 << 20;

#[cfg(feature = "tuning")]
#[test]
fn an_alpha_beta_search_stays_within_its_budget() {
    use amazons::control::Stop;
    use amazons::tuning::{AlphaBeta, AlphaBetaError, AlphaBetaOptions};
    let _alone = ALONE.lock().unwrap();
    let crowded = "Q1q1Q1q1Q1/10/q1Q1q1Q1q1/10/Q1q1Q1q1Q1/10/q1Q1q1Q1q1/10/Q1q1Q1q1Q1/10 w";
    let positions = [Position::start(), crowded.parse().unwrap()];
    let search = |options| {
        let mut search = AlphaBeta::new(options).unwrap();
        for position in &positions {
            let _ = search.search(position, &Limits::nodes(3_000), &Stop::new());
        }
    };
    // What is built once for the whole program is not the search's.
    search(AlphaBetaOptions::new().with_memory_mib(16));
    for (width, mib) in [(25, 5), (50, 6), (50, 16), (4_096, 24)] {
        let before = USED.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        let options = AlphaBetaOptions::new().with_memory_mib(mib);
        search(options.with_width(width).with_slides(width));
        let peak = PEAK.load(Ordering::Relaxed) - before;
        assert!(
            peak <= mib * MIB,
            "{peak} bytes in {mib} MiB, width {width}"
        );
    }
    for (width, mib) in (0..24).flat_map(|mib| [(1, mib), (25, mib), (4_096, mib)]) {
        let options = |mib| {
            AlphaBetaOptions::new()
                .with_memory_mib(mib)
                .with_width(width)
        };
        match AlphaBeta::new(options(mib)) {
            Err(AlphaBetaError::TooLittleMemory { least_mib, .. }) => {
                assert!(least_mib > mib && AlphaBeta::new(options(least_mib)).is_ok());
                assert!(AlphaBeta::new(options(least_mib - 1)).is_err());
            }
            other => drop(other.unwrap()),
        }
    }
}

#[test]
fn a_search_stays_within_its_budget() {
    let _alone = ALONE.lock().unwrap();
    let threads: &[usize] = if cfg!(feature = "parallel") {
        &[1, 2]
    } else {
        &[1]
    };
    for &threads in threads {
        for mib in [2, 5, 16] {
            // What is built once for the whole program is not the search's.
            let warm = EngineOptions::new()
                .with_threads(threads)
                .with_memory_mib(16);
            let _ = Engine::new(warm)
                .unwrap()
                .search(&Position::start(), Limits::visits(10));
            let before = USED.load(Ordering::Relaxed);
            PEAK.store(before, Ordering::Relaxed);
            let options = EngineOptions::new()
                .with_threads(threads)
                .with_memory_mib(mib)
                .with_lines(20)
                .with_kept_tree(true);
            let mut engine = Engine::new(options).unwrap();
            let mut position = Position::start();
            for _ in 0..4 {
                let report = engine.search(&position, Limits::visits(2_000));
                position.play(report.best_move.unwrap()).unwrap();
            }
            let peak = PEAK.load(Ordering::Relaxed) - before;
            assert!(
                peak <= mib * MIB,
                "{peak} bytes in {mib} MiB with {threads} threads"
            );
            assert!(
                peak > mib * MIB / 2,
                "the tree has too little of its budget: {peak} bytes"
            );
        }
    }
}

/// Positions whose sides never meet again, with fills that take thousands of nodes of search to count.
fn hard_to_count(rng: &mut Pcg64Mcg) -> Position {
    loop {
        let mut rows = Vec::new();
        for row in 0..10 {
            let text: String = (0..10)
                .map(|column| match (row, column) {
                    (2 | 7, 1 | 3) => 'Q',
                    (2 | 7, 6 | 8) => 'q',
                    (_, 4 | 5) => '*',
                    _ if rng.random_bool(0.45) => '*',
                    _ => '1',
                })
                .collect();
            let merge = |text: String, run: usize| text.replace(&"1".repeat(run), &run.to_string());
            rows.push((2..=4).rev().fold(text, merge));
        }
        let position: Position = format!("{} w", rows.join("/")).parse().unwrap();
        if is_separated(&position) && separated_totals(&position, 20_000).is_none() {
            return position;
        }
    }
}

#[test]
fn counting_stays_within_the_budget() {
    let _alone = ALONE.lock().unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    let positions: Vec<Position> = (0..2).map(|_| hard_to_count(&mut rng)).collect();
    let budget = |threads| {
        let options = EngineOptions::new()
            .with_threads(threads)
            .with_memory_mib(0);
        match Engine::new(options) {
            Err(EngineError::TooLittleMemory { least_mib, .. }) => least_mib,
            _ => panic!("no memory at all is enough"),
        }
    };
    for threads in if cfg!(feature = "parallel") {
        1..3
    } else {
        1..2
    } {
        let mib = budget(threads);
        let options = EngineOptions::new()
            .with_threads(threads)
            .with_memory_mib(mib);
        let before = USED.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        let mut engine = Engine::new(options).unwrap();
        for position in &positions {
            assert!(
                engine
                    .search(position, Limits::visits(500))
                    .best_move
                    .is_some()
            );
        }
        let peak = PEAK.load(Ordering::Relaxed) - before;
        assert!(
            peak <= mib * MIB,
            "{peak} bytes in {mib} MiB, {threads} threads"
        );
    }
}

/// The resident memory of this process in bytes, where the system tells.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<usize>().ok()? * 1024)
}

/// `cargo test --release --test memory -- --ignored --nocapture` prints a minute's search in 64 MiB, each ten seconds.
#[test]
#[ignore = "takes a minute"]
fn a_minute_in_64_mib() {
    let _alone = ALONE.lock().unwrap();
    // The program's own pages and tables, built once, are not the search's.
    let warm = EngineOptions::new().with_memory_mib(4);
    let _ = Engine::new(warm)
        .unwrap()
        .search(&Position::start(), Limits::visits(10_000));
    let before = resident().unwrap_or(0);
    let mut engine = Engine::new(EngineOptions::new().with_memory_mib(64)).unwrap();
    let search = engine.start(&Position::start(), Limits::time(Duration::from_secs(60)));
    let (mut seen, mut rates, mut most) = (0, Vec::new(), 0);
    for tenth in 1..=6 {
        let start = Instant::now();
        std::thread::sleep(Duration::from_millis(9_900));
        let visits = search.report().visits;
        let rate = (visits - seen) as f64 / start.elapsed().as_secs_f64();
        let more = resident().unwrap_or(0).saturating_sub(before);
        println!(
            "{}0 s: {visits} visits, {rate:.0} a second, {} KiB more resident",
            tenth,
            more / 1024
        );
        (seen, most) = (visits, most.max(more));
        rates.push(rate);
    }
    let report = search.wait();
    println!(
        "{} after {} visits",
        report.best_move.unwrap(),
        report.visits
    );
    assert!(most <= 64 * MIB, "{most} bytes more resident");
    assert!(
        rates[5] >= rates[0] / 2.0,
        "the full tree is slow: {rates:?}"
    );
}
