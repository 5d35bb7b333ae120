//! Engines and solvers in a pool of the caller's.
#![cfg(feature = "parallel")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use amazons::control::{MemoryBudget, Pool, Progress};
use amazons::endgame::{SolveOptions, SolveProgress, Solver, Verdict};
use amazons::{Engine, EngineOptions, Limits, Position};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// What should take milliseconds has so long on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn rayon_pool(threads: usize) -> Arc<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    Arc::new(builder.build().unwrap())
}

fn options() -> EngineOptions {
    EngineOptions::new().with_memory_mib(8)
}

fn solver(rayon: &Arc<ThreadPool>) -> Solver {
    let pool = Pool::from_rayon(Arc::clone(rayon));
    Solver::new(pool, &MemoryBudget::mib(4), 4 << 20).unwrap()
}

#[test]
fn engines_share_the_callers_pool() {
    for threads in [1, 2, 3] {
        let rayon = rayon_pool(threads);
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
fn what_else_is_to_be_done_gets_its_turn_beside_a_search() {
    for threads in [1, 2, 3] {
        let rayon = rayon_pool(threads);
        let options = options().with_pool(Pool::from_rayon(Arc::clone(&rayon)));
        let mut engine = Engine::new(options).unwrap();
        let search = engine.start(&Position::start(), Limits::unlimited());
        while search.report().visits < 10 {
            std::thread::yield_now();
        }
        let (done, is_done) = mpsc::channel();
        for _ in 0..10 {
            let done = done.clone();
            rayon.spawn(move || done.send(0).unwrap());
        }
        for _ in 0..10 {
            is_done.recv_timeout(PATIENCE).expect("the job is starved");
        }
        let solution = solver(&rayon).solve(
            &Position::standard(5, 5).unwrap(),
            SolveOptions::default().with_limits(Limits::time(Duration::from_millis(50))),
        );
        assert_eq!(solution.verdict, Verdict::Unknown);
        assert!(!search.is_finished());
        // A job that waits for the search which it has interrupted.
        rayon.spawn(move || {
            search.stop();
            done.send(search.wait().visits).unwrap();
        });
        assert!(is_done.recv_timeout(PATIENCE).expect("the job hangs") > 10);
    }
}

#[test]
fn a_solver_needs_no_thread_but_the_callers() {
    let rayon = rayon_pool(2);
    let (release, released) = mpsc::channel::<()>();
    let (held, is_held) = mpsc::channel();
    let held_threads = Arc::clone(&rayon);
    let holder = std::thread::spawn(move || {
        let released = std::sync::Mutex::new(released);
        held_threads.broadcast(|_| {
            held.send(()).unwrap();
            let _ = released.lock().unwrap().recv();
        });
    });
    (0..2).for_each(|_| is_held.recv().unwrap());
    let mut solver = solver(&rayon);
    let solution = solver.solve(&Position::standard(4, 4).unwrap(), SolveOptions::default());
    assert_eq!(solution.verdict, Verdict::Loss);
    drop(release);
    holder.join().unwrap();
}

#[test]
fn a_panic_in_the_callback_ends_the_whole_solve() {
    let rayon = rayon_pool(3);
    let mut solver = solver(&rayon);
    let progress = Progress::new(Duration::from_millis(20), |_: &SolveProgress| {
        panic!("by the caller")
    });
    let options = SolveOptions::default().with_progress(progress);
    let start = Position::standard(6, 6).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| solver.solve(&start, options))).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"by the caller"));
    let (done, is_done) = mpsc::channel();
    std::thread::spawn(move || {
        rayon.broadcast(|_| ());
        done.send(()).unwrap();
    });
    is_done
        .recv_timeout(PATIENCE)
        .expect("a thread still solves");
    let small = Position::standard(4, 4).unwrap();
    let solution = solver.solve(&small, SolveOptions::default());
    assert_eq!(solution.verdict, Verdict::Loss);
}
