//! Messages that a page of ours does not send: refused, and nothing is changed by them.

use amazons::Level;
use serde_json::{Value, json};

use crate::harness::{Page, http, human, new_game, post_game, serve, small, two_humans};

const LEGAL: &str = "d1-d7/g7";

fn play(ply: usize, m: &str) -> Value {
    json!({ "type": "move", "ply": ply, "move": m })
}

#[tokio::test]
async fn messages_that_are_none_change_nothing() {
    let address = serve(small()).await;
    let (mut page, before) = Page::at_new_game(address, two_humans()).await;
    let game = page.game.clone();
    let deep = "[".repeat(5000);
    let with = |request: &str| format!(r#"{{"game":"{game}","request":{request}}}"#);
    let texts = [
        String::new(),
        "null".into(),
        "{".into(),
        deep,
        r#"{"game":5}"#.into(),
        format!(r#"{{"game":"{game}"}}"#),
        with(r#"{"type":"explode"}"#),
        with(r#"{"type":"move","ply":0}"#),
        with(r#"{"type":"move","ply":-1,"move":"d1-d7/g7"}"#),
        with(r#"{"type":"move","ply":0,"move":"d1-d7/g7","extra":1}"#),
        with(r#"{"type":"players","white":{"kind":"level","level":300},"black":{"kind":"human"}}"#),
        with(r#"{"type":"players","white":{"kind":"god"},"black":{"kind":"human"}}"#),
        with(r#"{"type":"resign","for":"black"}"#),
    ];
    for text in texts {
        page.say(&text).await.unwrap();
        assert!(page.refusal().await.starts_with("no message"), "{text}");
    }
    page.say_bytes(vec![0; 100]).await.unwrap();
    assert_eq!(page.refusal().await, "messages are text");
    assert_eq!(page.state_afresh(address).await, before);
    page.ask(play(0, LEGAL)).await;
    assert_eq!(page.hear("state").await["moves"], json!([LEGAL]));
}

#[tokio::test]
async fn requests_out_of_turn_change_nothing() {
    let address = serve(small()).await;
    let (mut page, _) = Page::at_new_game(address, two_humans()).await;
    page.ask(play(0, LEGAL)).await;
    let before = page.hear("state").await;
    let beyond = Level::STRONGEST.number() + 1;
    for (request, reason) in [
        (play(0, LEGAL), "gone on"),
        (play(2, LEGAL), "gone on"),
        (play(1, LEGAL), "no amazon of the side to move"),
        (play(1, "a7-a7/a8"), "no free line"),
        (play(1, "a7-k8/a8"), "no move"),
        (play(1, &"x".repeat(10_000)), "no move"),
        (
            json!({ "type": "analysis", "on": true, "ply": 2 }),
            "no such ply",
        ),
        (
            json!({ "type": "players", "white": { "kind": "level", "level": beyond }, "black": human() }),
            &format!("no level {beyond}"),
        ),
        (
            json!({ "type": "players", "white": { "kind": "time", "milliseconds": 0 }, "black": human() }),
            "milliseconds",
        ),
        (
            json!({ "type": "new", "white": human(), "black": human(), "fen": "11/1 w" }),
            "no FEN",
        ),
        (
            json!({ "type": "new", "white": human(), "black": human(), "record": "d1-d7/g7 d1-d7/g7" }),
            "no game",
        ),
        (
            json!({ "type": "new", "white": human(), "black": human(), "record": "hello" }),
            "no game record",
        ),
        (
            json!({ "type": "new", "white": human(), "black": human(), "fen": "Qq w", "record": LEGAL }),
            "a FEN or a record",
        ),
        (
            json!({ "type": "new", "white": human(), "black": human(), "clock": { "seconds": 0, "increment": 0 } }),
            "no such clock",
        ),
    ] {
        let said = page.refused(request.clone()).await;
        assert!(said.contains(reason), "{request}: {said}");
    }
    assert_eq!(page.state_afresh(address).await, before);
    // The engine's move is the engine's.
    let engine_begins =
        json!({ "white": { "kind": "time", "milliseconds": 60_000 }, "black": human() });
    let (mut page, before) = Page::at_new_game(address, engine_begins).await;
    for request in [play(0, LEGAL), json!({ "type": "hint" })] {
        assert_eq!(page.refused(request).await, "it is the engine's turn");
    }
    assert_eq!(page.state_afresh(address).await, before);
}

#[tokio::test]
async fn another_games_name_opens_nothing() {
    let address = serve(small()).await;
    let (mine, _) = Page::at_new_game(address, two_humans()).await;
    let (mut theirs, before) = Page::at_new_game(address, two_humans()).await;
    let message = json!({ "game": mine.game, "request": play(0, LEGAL) });
    theirs.say(&message.to_string()).await.unwrap();
    assert_eq!(theirs.refusal().await, "that is another game");
    assert_eq!(theirs.state_afresh(address).await, before);
    assert_eq!(mine.state_afresh(address).await["moves"], json!([]));
    for path in [
        "/game/00000000-0000-4000-8000-000000000000/record?format=sgf",
        "/game/x/record?format=sgf",
        "/game/../../etc/passwd",
        "/nothing",
    ] {
        let (status, _) = http(address, &format!("GET {path} HTTP/1.1"), "").await;
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
}

#[tokio::test]
async fn what_is_too_large_is_not_taken() {
    let address = serve(small()).await;
    let (mut page, before) = Page::at_new_game(address, two_humans()).await;
    let large = "x".repeat(200_000);
    let message = json!({ "game": page.game, "request": play(0, &large) });
    // The server hangs up, perhaps before it has read all.
    let _ = page.say(&message.to_string()).await;
    while let Some(answer) = page.next().await {
        assert_ne!(answer["type"], "state", "{answer}");
    }
    assert_eq!(page.state_afresh(address).await, before);
    let setup = json!({ "white": human(), "black": human(), "record": large });
    let (status, _) = post_game(address, &setup.to_string()).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn only_this_machines_own_pages_are_served() {
    let address = serve(small()).await;
    let game = new_game(address, two_humans()).await;
    for head in [
        "GET / HTTP/1.1\r\nHost: evil.example".to_owned(),
        format!(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:{}",
            address.port()
        ),
        "POST /games HTTP/1.1\r\nOrigin: http://evil.example".to_owned(),
        "GET / HTTP/1.1\r\nOrigin: null".to_owned(),
        format!(
            "GET /game/{game}/socket HTTP/1.1\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        ),
    ] {
        assert_eq!(http(address, &head, "").await.0, 403, "{head}");
    }
    let own = format!("GET / HTTP/1.1\r\nOrigin: http://{address}");
    assert_eq!(http(address, &own, "").await.0, 200);
    let (status, _) = http(
        address,
        "POST /games HTTP/1.1\r\nContent-Type: text/plain",
        "{}",
    )
    .await;
    assert_eq!(status, 415, "forms of other sites can't send JSON");
}

#[tokio::test]
async fn games_and_pages_are_bounded() {
    let address = serve(small()).await;
    let mut pages = Vec::new();
    for _ in 0..8 {
        pages.push(Page::at_new_game(address, two_humans()).await);
    }
    let setup = two_humans().to_string();
    assert_eq!(post_game(address, &setup).await.0, 503);
    assert_eq!(post_game(address, "{}").await.0, 422);
    // A game that nobody watches makes room, and those that are watched stay.
    let left = pages.pop().unwrap().0.game;
    let mut made = 503;
    for _ in 0..100 {
        made = post_game(address, &setup).await.0;
        if made == 201 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(made, 201);
    let record = |game: &str| format!("GET /game/{game}/record?format=plain HTTP/1.1");
    assert_eq!(http(address, &record(&left), "").await.0, 404);
    for (page, _) in &pages {
        assert_eq!(http(address, &record(&page.game), "").await.0, 200);
    }
    let game = pages[0].0.game.clone();
    let mut watching = Vec::new();
    for _ in 1..amazons_web::Config::PAGES_PER_GAME {
        let mut page = Page::open(address, &game).await;
        page.hear("state").await;
        watching.push(page);
    }
    let url = format!("ws://{address}/game/{game}/socket");
    assert!(tokio_tungstenite::connect_async(url).await.is_err());
}
