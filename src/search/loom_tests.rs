//! The steps in which workers meet, in every order that the memory model allows:
//!
//! ```sh
//! RUSTFLAGS="--cfg loom" cargo test --lib --target-dir target/loom loom_tests
//! ```

use loom::sync::Arc;
use loom::thread;

use super::arena::{Arena, BLOCK_BYTES, NONE, Supply};
use super::edge::{Edge, EdgeAt, Proof};
use super::epoch::Epochs;
use super::record::Record;
use crate::board::Square;

/// Switches from one worker to another that were not needed. Most faults show with two (Musuvathi and Qadeer 2007).
const PREEMPTIONS: usize = 2;

fn in_every_order(test: impl Fn() + Send + Sync + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(PREEMPTIONS);
    model.check(test);
}

fn arena(blocks: usize) -> Arena {
    Arena::new((blocks + 1) * BLOCK_BYTES, 2).unwrap()
}

/// A node with so many children.
fn node(arena: &Arena, supply: &mut Supply, children: usize) -> u32 {
    let records: Vec<Record> = Square::ALL[..children]
        .iter()
        .map(|&square| Record::new(Record::shot(square), 0.0))
        .collect();
    arena.make_node(supply, &records, 1.0).unwrap()
}

fn edge(arena: &Arena, supply: &mut Supply, node: u32) -> EdgeAt {
    claim_one(arena, supply, node).1
}

/// Claims a child, as often as another worker is faster.
fn claim_one(arena: &Arena, supply: &mut Supply, node: u32) -> (Record, EdgeAt) {
    loop {
        let mut children = arena.children(node);
        while children.next().is_some() {}
        let next = children.unchosen().unwrap();
        if let Some(at) = arena.claim(supply, next) {
            return (next.record, at);
        }
        thread::yield_now();
    }
}

/// A supply with blocks of its own, so that the model need not go through the common store in every order.
fn filled(arena: &Arena) -> Supply {
    let mut supply = Supply::new();
    let block = supply.allocate(arena).unwrap();
    supply.free(arena, block);
    supply
}

/// Two workers never get the same child, whether its edge is in the head or in a block that one of them has to add.
#[test]
fn loom_claim() {
    for chosen_before in [0, 6] {
        in_every_order(move || {
            // A chunk of blocks for each worker and for what is made before.
            let arena = Arc::new(arena(4 * 64));
            let mut supply = Supply::new();
            let node = node(&arena, &mut supply, 9);
            for _ in 0..chosen_before {
                claim_one(&arena, &mut supply, node);
            }
            let other = {
                let arena = Arc::clone(&arena);
                let mut supply = filled(&arena);
                thread::spawn(move || claim_one(&arena, &mut supply, node))
            };
            let own = claim_one(&arena, &mut supply, node);
            let other = other.join().unwrap();
            assert_ne!(own.0, other.0);
            assert_ne!(own.1, other.1);
            assert_eq!(arena.counts(node), (9, chosen_before + 2));
            assert_eq!(arena.children(node).count() as u32, chosen_before + 2);
        });
    }
}

/// One of two nodes hangs below an edge, and whoever sees it sees all of it.
#[test]
fn loom_publish() {
    in_every_order(|| {
        let arena = Arc::new(arena(3 * 64));
        let mut supply = Supply::new();
        let parent = node(&arena, &mut supply, 1);
        let at = edge(&arena, &mut supply, parent);
        let other = {
            let arena = Arc::clone(&arena);
            let mut supply = filled(&arena);
            thread::spawn(move || {
                let link = arena.edge(at).link();
                if link != NONE {
                    assert_eq!(arena.counts(link), (2, 0));
                    assert_eq!(arena.children(link).remaining_records().count(), 2);
                }
                let node = node(&arena, &mut supply, 2);
                arena.publish(at, node).then_some(node)
            })
        };
        let own = node(&arena, &mut supply, 2);
        let published = arena.publish(at, own);
        let other = other.join().unwrap();
        assert_eq!(published, other.is_none());
        assert_eq!(arena.edge(at).link(), other.unwrap_or(own));
    });
}

/// No visit, value, proof or link is lost when workers come back over one edge at once.
#[test]
fn loom_back_up() {
    in_every_order(|| {
        let arena = Arc::new(arena(2 * 64));
        let mut supply = Supply::new();
        let parent = node(&arena, &mut supply, 1);
        let at = edge(&arena, &mut supply, parent);
        let below = node(&arena, &mut supply, 1);
        let entered = arena.enter(at, Edge::default());
        let other = {
            let arena = Arc::clone(&arena);
            thread::spawn(move || {
                let entered = arena.enter(at, Edge::default());
                arena.leave(at, entered, 0.25, Some(Proof::Loss));
            })
        };
        let seen = arena.edge(at);
        assert!(seen.in_flight() <= 2 && seen.visits() <= 1);
        assert!((0.0..=1.0).contains(&seen.mean().unwrap_or(0.5)));
        assert!(arena.publish(at, below));
        arena.leave(at, entered, 0.5, None);
        other.join().unwrap();
        let edge = arena.edge(at);
        assert_eq!((edge.visits(), edge.in_flight()), (2, 0));
        assert_eq!(edge.value_sum(), 0.75);
        assert_eq!(edge.proof(), Some(Proof::Loss));
        assert_eq!(edge.link(), below);
    });
}

/// What was cut off is not used again while somebody may be in it.
#[test]
fn loom_recycle() {
    recycle(false);
}

/// Nor while somebody goes back to it in a later reading of one that was left open.
#[test]
fn loom_recycle_while_a_reading_is_left_open() {
    recycle(true);
}

fn recycle(left_open: bool) {
    in_every_order(move || {
        let arena = Arc::new(arena(2 * 64));
        let epochs = Arc::new(Epochs::new(2));
        let mut supply = Supply::new();
        let parent = node(&arena, &mut supply, 1);
        let at = edge(&arena, &mut supply, parent);
        let below = node(&arena, &mut supply, 2);
        arena.publish(at, below);
        let reader = {
            let (arena, epochs) = (Arc::clone(&arena), Arc::clone(&epochs));
            thread::spawn(move || {
                let reading = epochs.enter(0);
                let link = arena.edge(at).link();
                let reading = if left_open {
                    reading.leave_open();
                    epochs.enter(0)
                } else {
                    reading
                };
                if link != NONE {
                    // Before or after, but not in between.
                    let before = arena.counts(link);
                    assert!(matches!(before, (2 | 3, 0)), "{before:?}");
                    let records = arena.children(link).remaining_records();
                    assert_eq!(records.count() as u32, before.0);
                    assert_eq!(arena.counts(link), before);
                }
                drop(reading);
                epochs.close(0);
            })
        };
        arena.unlink(at);
        epochs.wait_for_readers();
        arena.free_node(&mut supply, below);
        // Its blocks become something else.
        let next = node(&arena, &mut supply, 3);
        assert!(arena.publish(at, next));
        reader.join().unwrap();
        assert_eq!(arena.counts(arena.edge(at).link()), (3, 0));
    });
}
