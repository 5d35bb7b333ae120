//! Fifty games at once, the engine with 20 ms a move.

use std::time::{Duration, Instant};

use crate::harness::{Page, human, serve};
use amazons::Position;
use amazons_web::Config;
use serde_json::{Value, json};

const GAMES: usize = 50;

/// Moves that each page plays.
const MOVES: usize = 8;

/// Plays some moves of a game; how long the server took to show each of the page's moves, and to answer it.
async fn play(address: std::net::SocketAddr) -> (Vec<Duration>, Vec<Duration>) {
    let engine = json!({ "kind": "time", "milliseconds": 20 });
    let setup = json!({ "white": human(), "black": engine });
    let (mut page, mut state) = Page::at_new_game(address, setup).await;
    let (mut shown, mut answered) = (Vec::new(), Vec::new());
    for number in 0..MOVES {
        let position: Position = serde_json::from_value(state["position"].clone()).unwrap();
        let moves = position.legal_moves();
        let m = moves[moves.len() / 2].to_string();
        let begin = Instant::now();
        page.ask(json!({ "type": "move", "ply": 2 * number, "move": m }))
            .await;
        state = page.hear("state").await;
        shown.push(begin.elapsed());
        while state["moves"].as_array().map(Vec::len) != Some(2 * number + 2) {
            state = page.hear("state").await;
        }
        answered.push(begin.elapsed());
        assert_eq!(state["result"], Value::Null);
    }
    (shown, answered)
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_games_at_once() {
    let config = Config {
        games: GAMES,
        memory_per_game: 8,
        ..Config::default()
    };
    let address = serve(config).await;
    let tables: Vec<_> = (0..GAMES).map(|_| tokio::spawn(play(address))).collect();
    let (mut shown, mut answered) = (Vec::new(), Vec::new());
    for table in tables {
        let (shows, answers) = table.await.expect("a game without error");
        shown.extend(shows);
        answered.extend(answers);
    }
    assert_eq!(shown.len(), GAMES * MOVES);
    for (what, mut times) in [
        ("a move is shown", shown),
        ("the engine has answered", answered),
    ] {
        times.sort_unstable();
        let at = |part: f64| times[(part * (times.len() - 1) as f64) as usize].as_millis();
        println!(
            "{what} after {} ms (median), {} ms (99 %)",
            at(0.5),
            at(0.99)
        );
    }
}
