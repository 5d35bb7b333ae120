//! A game that the engine goes along with: kept trees, pondering, moves taken back.

use std::time::Duration;

use amazons::{EngineOptions, Game, Limits, Move, Ponder, Session};

fn sessions() -> impl Iterator<Item = Session> {
    let counts: &[usize] = if cfg!(feature = "parallel") {
        &[1, 2]
    } else {
        &[1]
    };
    counts.iter().map(|&threads| {
        let options = EngineOptions::new()
            .with_threads(threads)
            .with_memory_mib(16);
        Session::new(options, Game::new()).unwrap()
    })
}

fn think(session: &mut Session, visits: u64) -> amazons::Report {
    session.think(Limits::visits(visits));
    session.finish().unwrap()
}

fn wait_for(session: &Session, visits: u64) {
    while session.search().unwrap().report().visits < visits {
        std::thread::yield_now();
    }
}

#[test]
fn what_was_found_out_is_there_after_moves_and_when_they_are_taken_back() {
    for mut session in sessions() {
        let first = think(&mut session, 5_000);
        let pv = first.lines[0].pv.clone();
        session.advance(pv[0]).unwrap();
        let second = think(&mut session, 100);
        assert!(second.visits > 100);
        session.advance(pv[1]).unwrap();
        session.advance(pv[2]).unwrap();
        let deep = think(&mut session, 2_000);
        for expected in [pv[2], pv[1], pv[0]] {
            assert_eq!(session.take_back(), Some(expected));
        }
        assert_eq!(session.take_back(), None);
        // All of it is still there, and what the deep search added too.
        let back = think(&mut session, 1);
        assert_eq!(back.visits, first.visits + 1);
        for &m in &pv[..3] {
            session.advance(m).unwrap();
        }
        assert!(think(&mut session, 1).visits > deep.visits);
        // Another branch from before.
        session.take_back();
        session.take_back();
        let other = second.lines[1].first;
        session.advance(other).unwrap();
        assert!(session.game().position().has_move());
        think(&mut session, 10);
    }
}

#[test]
fn a_tree_is_forgotten_on_request() {
    for mut session in sessions() {
        think(&mut session, 500);
        session.keep_tree(false);
        assert_eq!(think(&mut session, 100).visits, 100);
        session.keep_tree(true);
        assert_eq!(think(&mut session, 100).visits, 200);
        session.set_game(Game::new());
        assert_eq!(think(&mut session, 100).visits, 100);
    }
}

#[test]
fn pondering_serves_the_reply_that_comes() {
    for mut session in sessions() {
        let report = think(&mut session, 2_000);
        let [own, reply] = report.lines[0].pv[..2] else {
            panic!("no reply expected")
        };
        session.advance(own).unwrap();
        // The expected reply comes: the search goes on.
        session.ponder(Ponder::ExpectedReply);
        wait_for(&session, 3_000);
        session.advance(reply).unwrap();
        session.think(Limits::visits(10));
        assert!(session.finish().unwrap().visits >= 3_000);
        // Another one comes: nothing of the other search is mistaken for this.
        session.take_back();
        session.ponder(Ponder::ExpectedReply);
        let moves = session.game().position().legal_moves();
        let other = *moves.iter().rfind(|&&m| m != reply).unwrap();
        session.advance(other).unwrap();
        let report = think(&mut session, 50);
        assert!(
            session
                .game()
                .position()
                .is_legal(report.best_move.unwrap())
        );
        // Whatever comes.
        session.take_back();
        session.ponder(Ponder::AnyReply);
        wait_for(&session, 3_000);
        let expected = session.search().unwrap().report().lines[0].clone();
        session.advance(expected.first).unwrap();
        assert!(think(&mut session, 1).visits > expected.visits / 2);
    }
}

#[test]
fn thinking_again_after_a_search_that_ended_is_thinking() {
    for mut session in sessions() {
        for round in 1..=3 {
            session.think(Limits::visits(100));
            while !session.search().unwrap().is_finished() {
                std::thread::yield_now();
            }
            // Nobody has asked for the report.
            assert_eq!(session.search().unwrap().report().visits, 100 * round);
        }
        session.search().unwrap().stop();
        assert_eq!(think(&mut session, 50).visits, 350);
        // What has proven all goes on knowing it.
        session.keep_tree(false);
        session.set_game(Game::from_position("Q1*q w".parse().unwrap()));
        session.think(Limits::visits(100));
        while !session.search().unwrap().is_finished() {
            std::thread::yield_now();
        }
        session.think(Limits::visits(0));
        let proven = session.finish().unwrap().proven;
        assert_eq!(proven, Some(amazons::Proven::Win));
    }
}

#[test]
fn a_session_plays_a_game_in_little_memory() {
    let options = EngineOptions::new().with_threads(1).with_memory_mib(2);
    let game = Game::from_position(amazons::Position::standard(6, 6).unwrap());
    let mut session = Session::new(options, game).unwrap();
    let mut taken_back = 0;
    while session.game().position().has_move() {
        let report = think(&mut session, 1_500);
        session.advance(report.best_move.unwrap()).unwrap();
        if session.game().len().is_multiple_of(5) && taken_back < 10 {
            taken_back += 1;
            for _ in 0..3 {
                session.take_back();
            }
            think(&mut session, 1_500);
            assert!(session.game().ply() + 3 == session.game().len());
            let next: Vec<Move> = session.game().moves()[session.game().ply()..].to_vec();
            for m in next {
                session.advance(m).unwrap();
            }
        }
        if session.game().position().has_move() {
            session.ponder(Ponder::ExpectedReply);
        }
    }
    assert!(session.game().outcome().is_some());
    session.stop();
}

#[test]
fn an_illegal_move_changes_nothing() {
    for mut session in sessions() {
        session.think(Limits::unlimited());
        let illegal: Move = "a1-a2/a3".parse().unwrap();
        assert!(session.advance(illegal).is_err());
        assert!(!session.search().unwrap().is_finished());
        assert!(session.stop().unwrap().best_move.is_some());
        assert!(session.stop().is_none() && session.finish().is_none());
        session.ponder(Ponder::AnyReply);
        // Dropped while it searches.
    }
}

#[test]
fn thinking_takes_place_whatever_ends_just_then() {
    let counts = if cfg!(feature = "parallel") {
        1..3
    } else {
        1..2
    };
    for threads in counts {
        let options = EngineOptions::new()
            .with_threads(threads)
            .with_memory_mib(16);
        let mut session = Session::new(options, Game::new()).unwrap();
        for round in 0..60 {
            session.think(Limits::visits(20 + round));
            if round % 3 == 0 {
                session.search().unwrap().stop();
            }
            // About when it ends.
            std::thread::sleep(Duration::from_micros(100 * round));
            let before = session.search().unwrap().report().visits;
            session.think(Limits::visits(300));
            let report = session.finish().unwrap();
            assert!(
                report.visits >= before + 300,
                "{threads} threads, round {round}"
            );
        }
    }
}
