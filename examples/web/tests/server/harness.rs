//! A server of its own, and pages that talk to it.

use std::net::SocketAddr;
use std::time::Duration;

use amazons_web::{Config, app};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a test waits for an answer that has to come.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn small() -> Config {
    Config {
        games: 8,
        memory_per_game: 8,
        threads: Some(1),
        ..Config::default()
    }
}

/// Starts a server and returns its address.
pub async fn serve(config: Config) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = app(config).unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    address
}

/// A plain request; status and body of the answer.
pub async fn http(address: SocketAddr, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let host = match head.contains("Host:") {
        true => String::new(),
        false => format!("Host: {address}\r\n"),
    };
    let length = body.len();
    let request =
        format!("{head}\r\n{host}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    // A server that refuses early may not read to the end.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status.unwrap_or(0), body.to_owned())
}

/// Posts a setup; status and body of the answer.
pub async fn post_game(address: SocketAddr, setup: &str) -> (u16, String) {
    let head = "POST /games HTTP/1.1\r\nContent-Type: application/json";
    http(address, head, setup).await
}

/// Begins a game and returns its name.
pub async fn new_game(address: SocketAddr, setup: Value) -> String {
    let (status, body) = post_game(address, &setup.to_string()).await;
    assert_eq!(status, 201, "{body}");
    let answer: Value = serde_json::from_str(&body).unwrap();
    answer["game"].as_str().unwrap().to_owned()
}

pub fn human() -> Value {
    json!({ "kind": "human" })
}

pub fn two_humans() -> Value {
    json!({ "white": human(), "black": human() })
}

/// A page at its game.
pub struct Page {
    pub game: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Page {
    pub async fn open(address: SocketAddr, game: &str) -> Page {
        let url = format!("ws://{address}/game/{game}/socket");
        let (socket, _) = connect_async(url).await.unwrap();
        Page {
            game: game.to_owned(),
            socket,
        }
    }

    /// A page at a new game, with its first state.
    pub async fn at_new_game(address: SocketAddr, setup: Value) -> (Page, Value) {
        let game = new_game(address, setup).await;
        let mut page = Page::open(address, &game).await;
        let state = page.hear("state").await;
        (page, state)
    }

    pub async fn say(&mut self, text: &str) -> Result<(), Error> {
        self.socket.send(Message::text(text)).await
    }

    pub async fn say_bytes(&mut self, bytes: Vec<u8>) -> Result<(), Error> {
        self.socket.send(Message::binary(bytes)).await
    }

    pub async fn ask(&mut self, request: Value) {
        let message = json!({ "game": self.game, "request": request });
        self.say(&message.to_string()).await.unwrap();
    }

    /// The next message, or nothing when the server hung up.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let frame = timeout(PATIENCE, self.socket.next())
                .await
                .expect("an answer");
            match frame? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("a connection");
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "refusal", "{message}");
        }
    }

    /// What a request that must be refused is answered.
    pub async fn refused(&mut self, request: Value) -> String {
        self.ask(request).await;
        self.refusal().await
    }

    pub async fn refusal(&mut self) -> String {
        loop {
            let message = self.next().await.expect("a connection");
            if message["type"] == "refusal" {
                return message["reason"].as_str().unwrap().to_owned();
            }
        }
    }

    /// The game's state as the server would show it to a new page.
    pub async fn state_afresh(&self, address: SocketAddr) -> Value {
        Page::open(address, &self.game).await.hear("state").await
    }
}
