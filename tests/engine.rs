//! How an engine is built and driven: errors, background searches, pools, panics.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use amazons::control::{Clock, MemoryBudget, Pool, PoolError, Progress};
use amazons::{Engine, EngineError, EngineOptions, Limits, Position, Proven, Report, Request};

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
fn memory_is_given_back_when_nobody_has_it_any_more() {
    let budget = MemoryBudget::mib(8);
    let mut engine = Engine::new(options().with_budget(budget.clone())).unwrap();
    let (say_begun, begun) = mpsc::channel();
    let (let_go, may_go) = mpsc::channel::<()>();
    let progress = Progress::new(Duration::ZERO, move |_: &Report| {
        let _ = say_begun.send(());
        let _ = may_go.recv();
    });
    let request = Request::new(&Position::start()).with_progress(progress);
    let search = engine.begin(request).unwrap();
    begun.recv().unwrap();
    drop(engine);
    // The search is in the middle of telling its progress.
    assert_eq!(budget.available(), 0);
    drop(let_go);
    assert!(search.wait().best_move.is_some());
    assert_eq!(budget.available(), budget.total());
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

#[cfg(feature = "parallel")]
#[test]
fn least_memory_is_enough_for_many_threads_and_amazons() {
    let crowded: Position =
        "QqQqQqQqQq/10/QqQqQqQqQq/10/QqQqQqQqQq/10/QqQqQqQqQq/10/QqQqQqQqQq/10 w"
            .parse()
            .unwrap();
    for threads in [1, 3, 20, 49, 50] {
        let with = |mib| {
            EngineOptions::new()
                .with_threads(threads)
                .with_memory_mib(mib)
        };
        let Err(EngineError::TooLittleMemory { least_mib, .. }) = Engine::new(with(0)) else {
            panic!("no memory at all is enough")
        };
        let mut engine = Engine::new(with(least_mib)).unwrap();
        for position in [Position::start(), crowded] {
            let report = engine.search(&position, Limits::visits(2_000));
            assert_eq!(report.visits, 2_000, "{threads} threads");
            assert!(
                report.nodes > 200,
                "{threads} threads: {} nodes",
                report.nodes
            );
        }
    }
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

/// Short searches, so that many reports are asked for just when a search ends or its root is proven.
#[test]
fn reports_forget_nothing_and_claim_nothing_unproven() {
    let mut engine = Engine::new(options()).unwrap();
    let mut positions = vec![Position::start()];
    for line in include_str!("data/winner_big.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        positions.push(line["fen"].as_str().unwrap().parse().unwrap());
    }
    for position in positions.iter().cycle().take(200) {
        let search = engine.start(position, Limits::visits(30));
        let (mut visits, mut named) = (0, false);
        loop {
            let finished = search.is_finished();
            let report = search.report();
            assert!(report.visits >= visits, "{position}");
            assert!(report.best_move.is_some() || !named, "{position}");
            if report.proven == Some(Proven::Win) {
                assert_eq!(report.lines[0].proven, Some(Proven::Win), "{position}");
            }
            (visits, named) = (report.visits, report.best_move.is_some());
            if finished {
                break;
            }
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
fn a_pondering_search_goes_on_with_limits() {
    for threads in [1, 2] {
        if threads > 1 && cfg!(not(feature = "parallel")) {
            continue;
        }
        let mut engine = Engine::new(options().with_threads(threads)).unwrap();
        for limits in [
            Limits::visits(100),
            Limits::nodes(100),
            Limits::time(Duration::from_millis(1)),
            Limits::clock(Clock::new(Duration::from_millis(100))),
        ] {
            let search = engine.start(&Position::start(), Limits::unlimited());
            while search.report().visits < 50 {
                std::thread::yield_now();
            }
            assert!(!search.is_finished());
            search.set_limits(limits);
            let report = search.wait();
            assert!(report.visits >= 50);
            if limits == Limits::visits(100) {
                assert!(
                    report.visits >= 150,
                    "the limit counts from when it was set"
                );
            }
        }
        // And a limited one can be told to go on.
        let search = engine.start(&Position::start(), Limits::visits(u64::MAX - 1));
        search.set_limits(Limits::unlimited());
        search.set_limits(Limits::visits(0));
        assert!(search.wait().best_move.is_some());
    }
}

#[test]
fn the_clock_ends_a_search() {
    let mut engine = Engine::new(options()).unwrap();
    let clock = Clock::new(Duration::from_secs(3));
    let report = engine.search(&Position::start(), Limits::clock(clock));
    assert!(report.visits > 10);
    // One move, or one that may be chosen, needs no time of an hour's clock.
    let hour = Limits::clock(Clock::new(Duration::from_secs(3600)).with_moves_to_go(1));
    let single: Position = "Q1q2 w".parse().unwrap();
    assert_eq!(single.move_count(), 1);
    let report = engine.search(&single, hour);
    assert!(report.best_move.is_some());
    let only = Position::start().legal_moves()[100];
    let request = Request::new(&Position::start())
        .allowing([only])
        .with_limits(hour);
    let report = engine.begin(request).unwrap().wait();
    assert_eq!(report.best_move, Some(only));
    assert!(report.visits < 100);
    // With nothing on the clock there is still a move.
    let nothing = Limits::clock(Clock::new(Duration::ZERO));
    let report = engine.search(&Position::start(), nothing);
    assert!(report.best_move.is_some() && report.visits < 100);
}

#[test]
#[cfg(feature = "parallel")]
fn searches_on_one_pool_take_turns() {
    for threads in [1, 2, 3] {
        let pool = Pool::new(threads).unwrap();
        let mut engines: Vec<Engine> = (0..10)
            .map(|_| Engine::new(options().with_pool(pool.clone())).unwrap())
            .collect();
        let endless: Vec<_> = engines[..5]
            .iter_mut()
            .map(|engine| engine.start(&Position::start(), Limits::unlimited()))
            .collect();
        for engine in &mut engines[5..] {
            let report = engine.search(&Position::start(), Limits::visits(100));
            assert_eq!(report.visits, 100);
        }
        // Those that never end get on meanwhile, and stop when they are told to.
        for search in &endless {
            while search.report().visits < 100 {
                std::thread::yield_now();
            }
        }
        for search in endless {
            assert!(!search.is_finished());
            search.stop();
            assert!(search.wait().visits >= 100);
        }
    }
}

/// Runs a future on this thread.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(std::thread::Thread);
    impl std::task::Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Unpark(std::thread::current())).into();
    let mut future = std::pin::pin!(future);
    loop {
        let mut context = std::task::Context::from_waker(&waker);
        if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        std::thread::park();
    }
}

#[test]
fn a_search_can_be_awaited() {
    let mut engine = Engine::new(options()).unwrap();
    block_on(async {
        let report = engine.start(&Position::start(), Limits::visits(300)).await;
        assert_eq!(report.visits, 300);
        // What is over before it is looked at is awaited too.
        let over: Position = "q*/*Q w".parse().unwrap();
        let search = engine.start(&over, Limits::unlimited());
        assert_eq!(search.await.best_move, None);
        // Ten at once, awaited in turn on one thread.
        let searches: Vec<_> = (0..10)
            .map(|_| {
                let mut engine = Engine::new(options()).unwrap();
                let search = engine.start(&Position::start(), Limits::visits(200));
                (engine, search.into_future())
            })
            .collect();
        for (_engine, search) in searches {
            assert_eq!(search.await.visits, 200);
        }
    });
    // A future that is dropped stops its search.
    let token = {
        let search = engine.start(&Position::start(), Limits::unlimited());
        let token = search.stop_token();
        let mut future = std::pin::pin!(search.into_future());
        let waker = std::task::Waker::noop();
        let mut context = std::task::Context::from_waker(waker);
        assert!(future.as_mut().poll(&mut context).is_pending());
        token
    };
    assert!(token.is_stopped());
    let request = Request::new(&Position::start())
        .with_progress(Progress::new(Duration::ZERO, |_: &Report| {
            panic!("in async")
        }));
    let search = engine.begin(request).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| block_on(search.into_future()))).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"in async"));
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
