//! How an engine is built and driven: errors, background searches, pools, panics.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use amazons::control::{MemoryBudget, Pool, PoolError, Progress};
use amazons::{Engine, EngineError, EngineOptions, Limits, Position, Report, Request};

fn options() -> EngineOptions {
    EngineOptions::new().with_threads(1).with_memory_mib(8)
}

#[test]
fn wrong_options_are_told() {
    for threads in [0, 256, usize::MAX] {
        let fault = Engine::new(options().with_threads(threads)).unwrap_err();
        assert_eq!(fault, EngineError::Pool(PoolError::Threads(threads)));
        assert!(fault.to_string().contains(&threads.to_string()), "{fault}");
    }
    assert!(matches!(
        Engine::new(options().with_memory_mib(0)).unwrap_err(),
        EngineError::TooLittleMemory {
            mib: 0,
            least_mib: 1..
        }
    ));
    for mib in [usize::MAX, usize::MAX >> 20] {
        assert_eq!(
            Engine::new(options().with_memory_mib(mib)).unwrap_err(),
            EngineError::NoMemory { mib }
        );
    }
    let budget = MemoryBudget::mib(12);
    let first = Engine::new(options().with_budget(budget.clone())).unwrap();
    let second = Engine::new(options().with_budget(budget.clone()));
    assert!(matches!(second.unwrap_err(), EngineError::Budget(_)));
    drop(first);
    assert!(Engine::new(options().with_budget(budget)).is_ok());
}

#[test]
fn least_memory_is_enough() {
    let Err(EngineError::TooLittleMemory { least_mib, .. }) =
        Engine::new(options().with_memory_mib(0))
    else {
        panic!("no memory at all is enough")
    };
    let mut engine = Engine::new(options().with_memory_mib(least_mib)).unwrap();
    let report = engine.search(&Position::start(), Limits::visits(2_000));
    assert_eq!(report.visits, 2_000);
}

#[test]
fn a_search_stops_when_asked_or_dropped() {
    let mut engine = Engine::new(options()).unwrap();
    let search = engine.start(&Position::start(), Limits::unlimited());
    assert!(search.poll().is_none());
    let token = search.stop_token();
    std::thread::spawn(move || token.stop()).join().unwrap();
    let report = search.wait();
    assert!(report.best_move.is_some() && report.visits > 0);

    drop(engine.start(&Position::start(), Limits::unlimited()));
    let second = engine.start(&Position::start(), Limits::unlimited());
    let third = engine.start(&Position::start(), Limits::visits(10));
    assert!(second.is_finished(), "an engine runs one search at a time");
    assert_eq!(third.wait().visits, 10);
    drop(engine.start(&Position::start(), Limits::unlimited()));
    drop(engine);
}

#[test]
fn reports_are_whole_at_any_time() {
    let mut engine = Engine::new(options().with_memory_mib(2)).unwrap();
    let search = engine.start(&Position::start(), Limits::time(Duration::from_millis(300)));
    let mut visits = 0;
    while search.poll().is_none() {
        let report = search.report();
        assert!(report.visits >= visits);
        visits = report.visits;
        for line in &report.lines {
            let mut position = Position::start();
            line.pv.iter().for_each(|&m| position.play(m).unwrap());
        }
    }
}

#[test]
fn a_panic_in_the_callback_reaches_who_waits() {
    let mut engine = Engine::new(options()).unwrap();
    let progress = Progress::new(Duration::ZERO, |_: &Report| panic!("by the caller"));
    let request = Request::new(&Position::start()).with_progress(progress);
    let search = engine.begin(request).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| search.wait())).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"by the caller"));
    assert_eq!(
        engine.search(&Position::start(), Limits::visits(10)).visits,
        10
    );
}

#[test]
fn progress_is_told() {
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    let progress = Progress::new(Duration::ZERO, move |report: &Report| {
        assert!(report.best_move.is_some());
        count.fetch_add(1, Ordering::Relaxed);
    });
    let mut engine = Engine::new(options()).unwrap();
    let request = Request::new(&Position::start())
        .with_limits(Limits::visits(200))
        .with_progress(progress);
    let report = engine.begin(request).unwrap().wait();
    assert_eq!(report.visits, 200);
    assert!(told.load(Ordering::Relaxed) > 10);
}

#[test]
#[cfg(feature = "parallel")]
fn engines_share_the_callers_pool() {
    for threads in [1, 2, 3] {
        let rayon = Arc::new(
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap(),
        );
        let pool = Pool::from_rayon(Arc::clone(&rayon));
        let search = move |seed| {
            let options = options().with_pool(pool.clone()).with_seed(seed);
            let mut engine = Engine::new(options).unwrap();
            engine
                .search(&Position::start(), Limits::visits(100))
                .visits
        };
        // From outside the pool, from inside it, and from all of its threads and more at once.
        assert_eq!(search(0), 100);
        assert_eq!(rayon.install(|| search(1)), 100);
        let visits = rayon.install(|| {
            use rayon::prelude::*;
            (0..10u64).into_par_iter().map(&search).sum::<u64>()
        });
        assert_eq!(visits, 1_000);
    }
}

#[test]
fn the_nouns_are_send_and_sync() {
    fn check<T: Send + Sync>() {}
    check::<Engine>();
    check::<amazons::Search>();
    check::<Report>();
    check::<Position>();
    check::<amazons::Game>();
    check::<Pool>();
}
