//! A page's connection with its game.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, WebSocket};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

use crate::protocol::{Answer, Message};
use crate::session::Session;
use crate::table::Refusal;

/// How often a silent page is asked whether it is there: proxies and sleeping machines drop connections unheard.
const PING: Duration = Duration::from_secs(20);

/// Talks with a page until it leaves or the game is forgotten.
pub async fn talk(mut socket: WebSocket, game: Uuid, session: Session) {
    let mut state = session.state();
    let mut news = session.news();
    state.mark_changed();
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let answer = tokio::select! {
            changed = state.changed() => match changed {
                Ok(()) => state.borrow_and_update().clone(),
                Err(_) => Answer::Gone {},
            },
            answer = news.recv() => match answer {
                Ok(answer) => answer,
                // What was missed is outdated by what comes.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => Answer::Gone {},
            },
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => match hear(&text, game, &session).await {
                    Ok(()) => continue,
                    Err(reason) => Answer::Refusal { reason },
                },
                Some(Ok(Frame::Binary(_))) => Answer::Refusal { reason: "messages are text".into() },
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
            },
            _ = pings.tick() => {
                if socket.send(Frame::Ping(Bytes::new())).await.is_err() {
                    return;
                }
                continue;
            }
        };
        let Ok(text) = serde_json::to_string(&answer) else {
            return;
        };
        let over = matches!(answer, Answer::Gone {});
        if socket.send(Frame::Text(text.into())).await.is_err() || over {
            return;
        }
    }
}

/// Obeys a message, if it is one and meant for this game.
async fn hear(text: &str, game: Uuid, session: &Session) -> Result<(), Refusal> {
    let message: Message =
        serde_json::from_str(text).map_err(|error| format!("no message: {error}"))?;
    if message.game != game {
        return Err("that is another game".into());
    }
    session.ask(message.request).await
}
