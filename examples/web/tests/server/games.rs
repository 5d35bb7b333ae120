//! Games as pages play them, without a browser.

use std::time::Duration;

use crate::harness::{Page, http, human, serve, small, two_humans};
use amazons::{Game, Move, Position};
use amazons_web::Config;
use serde_json::{Value, json};

fn level(level: u8) -> Value {
    json!({ "kind": "level", "level": level })
}

fn moves(state: &Value) -> Vec<Move> {
    serde_json::from_value(state["moves"].clone()).unwrap()
}

/// The first of the legal moves.
fn any_move(state: &Value) -> String {
    let position: Position = serde_json::from_value(state["position"].clone()).unwrap();
    position.legal_moves()[0].to_string()
}

#[tokio::test]
async fn a_whole_game_against_the_engine() {
    let address = serve(small()).await;
    let setup = json!({ "fen": "2q2q/6/q4Q/6/6/Q1Q3 w", "white": human(), "black": level(1) });
    let (mut page, mut state) = Page::at_new_game(address, setup).await;
    while state["result"].is_null() {
        if state["thinking"] == false {
            let ply = moves(&state).len();
            page.ask(json!({ "type": "move", "ply": ply, "move": any_move(&state) }))
                .await;
        }
        state = page.hear("state").await;
    }
    let start: Position = serde_json::from_value(state["start"].clone()).unwrap();
    let game = Game::from_moves(start, moves(&state)).unwrap();
    assert_eq!(state["result"]["ending"], "no_move");
    assert_eq!(state["result"]["winner"], json!(game.winner().unwrap()));
    let head = format!("GET /game/{}/record?format=plain HTTP/1.1", page.game);
    let (_, record) = http(address, &head, "").await;
    assert_eq!(
        amazons::notation::Format::Plain
            .read(record.trim())
            .unwrap()
            .moves(),
        game.moves()
    );
}

#[tokio::test]
async fn engines_play_each_other_to_the_end_and_a_page_that_comes_late_sees_it() {
    let address = serve(small()).await;
    let setup = json!({ "fen": "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", "white": level(1), "black": level(2) });
    let (mut page, mut state) = Page::at_new_game(address, setup).await;
    while state["result"].is_null() {
        state = page.hear("state").await;
    }
    assert_eq!(page.state_afresh(address).await, state);
    assert_eq!(
        page.refused(json!({ "type": "undo" })).await,
        "nobody at the page plays"
    );
}

#[tokio::test]
async fn moves_and_resignations_are_taken_back() {
    let address = serve(small()).await;
    let setup = json!({ "white": human(), "black": level(1) });
    let (mut page, _) = Page::at_new_game(address, setup).await;
    page.ask(json!({ "type": "move", "ply": 0, "move": "d1-d7/g7" }))
        .await;
    let mut state = page.hear("state").await;
    while moves(&state).len() < 2 {
        state = page.hear("state").await;
    }
    page.ask(json!({ "type": "undo" })).await;
    assert_eq!(page.hear("state").await["moves"], json!([]));
    page.ask(json!({ "type": "resign" })).await;
    let state = page.hear("state").await;
    assert_eq!(
        state["result"],
        json!({ "winner": "black", "ending": "resignation" })
    );
    assert_eq!(
        page.refused(json!({ "type": "hint" })).await,
        "the game is over"
    );
    page.ask(json!({ "type": "undo" })).await;
    assert_eq!(page.hear("state").await["result"], Value::Null);
}

#[tokio::test]
async fn a_move_interrupts_the_engine_that_analyses_and_hints_come() {
    let address = serve(small()).await;
    let (mut page, _) = Page::at_new_game(address, two_humans()).await;
    page.ask(json!({ "type": "analysis", "on": true })).await;
    let first = page.hear("analysis").await;
    let second = page.hear("analysis").await;
    assert_eq!(first["ply"], 0);
    assert!(second["report"]["visits"].as_u64() > first["report"]["visits"].as_u64());
    let report: amazons::Report = serde_json::from_value(second["report"].clone()).unwrap();
    assert_eq!(report.ownership.len(), 100);
    page.ask(json!({ "type": "hint" })).await;
    let hint = page.hear("hint").await;
    let best: Move = serde_json::from_value(hint["report"]["best_move"].clone()).unwrap();
    assert!(Position::start().is_legal(best));
    page.ask(json!({ "type": "move", "ply": 0, "move": best.to_string() }))
        .await;
    page.hear("state").await;
    let mut analysis = page.hear("analysis").await;
    while analysis["ply"] == 0 {
        // One that was on its way.
        analysis = page.hear("analysis").await;
    }
    assert_eq!(analysis["ply"], 1);
    page.ask(json!({ "type": "analysis", "on": true, "ply": 0 }))
        .await;
    while page.hear("analysis").await["ply"] != 0 {}
    page.ask(json!({ "type": "analysis", "on": false })).await;
    while page.hear("state").await["analysis"] != false {}
}

#[tokio::test]
async fn records_of_every_format_are_gone_on_with() {
    let address = serve(small()).await;
    let (mut page, _) = Page::at_new_game(address, two_humans()).await;
    for record in [
        "1. d1-d7/g7 a7-b8/c8",
        "(;GM[18];B[djddgd];W[adbccc])",
        "{\"moves\":[\"d1-d7/g7\",\"a7-b8/c8\"]}",
    ] {
        page.ask(json!({ "type": "new", "white": human(), "black": human(), "record": record }))
            .await;
        assert_eq!(
            page.hear("state").await["moves"],
            json!(["d1-d7/g7", "a7-b8/c8"])
        );
    }
}

#[tokio::test]
async fn a_flag_falls() {
    let address = serve(small()).await;
    let mut setup = two_humans();
    setup["clock"] = json!({ "seconds": 1, "increment": 0 });
    let (mut page, state) = Page::at_new_game(address, setup).await;
    assert_eq!(state["clock"]["running"], Value::Null);
    page.ask(json!({ "type": "move", "ply": 0, "move": "d1-d7/g7" }))
        .await;
    assert_eq!(page.hear("state").await["clock"]["running"], "black");
    let state = page.hear("state").await;
    assert_eq!(
        state["result"],
        json!({ "winner": "white", "ending": "time" })
    );
    assert_eq!(state["clock"]["black"], 0);
}

#[tokio::test]
async fn a_game_that_nobody_touches_is_forgotten() {
    let config = Config {
        idle_minutes: 0,
        ..small()
    };
    let address = serve(config).await;
    let game = crate::harness::new_game(address, two_humans()).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let head = format!("GET /game/{game}/record?format=plain HTTP/1.1");
    assert_eq!(http(address, &head, "").await.0, 404);
}

#[tokio::test]
async fn the_page_offers_every_level() {
    let address = serve(small()).await;
    let (_, script) = http(address, "GET /panels.js HTTP/1.1", "").await;
    let list = script.split_once("const LEVELS = [").unwrap().1;
    let names = list.split_once(']').unwrap().0;
    assert_eq!(names.split(',').count(), amazons::Level::ALL.len());
    assert!(names.ends_with("\"strongest\""), "{names}");
}

#[tokio::test]
async fn the_pages_files_are_served_and_may_load_nothing_else() {
    let address = serve(small()).await;
    for path in [
        "/",
        "/style.css",
        "/app.js",
        "/board.js",
        "/icon.svg",
        "/game/abc",
    ] {
        let (status, body) = http(address, &format!("GET {path} HTTP/1.1"), "").await;
        assert_eq!(status, 200, "{path}");
        for foreign in ["https://", "//cdn", "@import"] {
            assert!(!body.contains(foreign), "{path} names {foreign}");
        }
    }
}
