//! The routes.

use amazons::EngineError;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde_json::json;
use uuid::Uuid;

use crate::Config;
use crate::games::{Games, NoGame};
use crate::protocol::{Export, Setup};
use crate::search::Searches;
use crate::socket::talk;

/// What a page may load and do: this server's files and connections, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page's files, by path: type and content.
const ASSETS: [(&str, &str, &str); 8] = [
    (
        "/style.css",
        "text/css",
        include_str!("../assets/style.css"),
    ),
    (
        "/icon.svg",
        "image/svg+xml",
        include_str!("../assets/icon.svg"),
    ),
    (
        "/app.js",
        "text/javascript",
        include_str!("../assets/app.js"),
    ),
    (
        "/board.js",
        "text/javascript",
        include_str!("../assets/board.js"),
    ),
    (
        "/rules.js",
        "text/javascript",
        include_str!("../assets/rules.js"),
    ),
    (
        "/panels.js",
        "text/javascript",
        include_str!("../assets/panels.js"),
    ),
    (
        "/dialogs.js",
        "text/javascript",
        include_str!("../assets/dialogs.js"),
    ),
    (
        "/connection.js",
        "text/javascript",
        include_str!("../assets/connection.js"),
    ),
];

/// The server's routes.
///
/// # Errors
/// When the machine has not as many threads or as much memory as the configuration says.
pub fn app(config: Config) -> Result<Router, EngineError> {
    let searches = Searches::new(&config)?;
    let games = Games::new(config, searches);
    let mut router = Router::new()
        .route("/", get(page))
        .route("/game/{id}", get(page))
        .route("/game/{id}/record", get(record))
        .route("/game/{id}/socket", any(socket))
        .route("/games", post(create));
    for (path, kind, content) in ASSETS {
        let answer = move || async move { ([(header::CONTENT_TYPE, kind)], content) };
        router = router.route(path, get(answer));
    }
    Ok(router
        .layer(DefaultBodyLimit::max(Config::MAX_MESSAGE))
        .layer(from_fn(guard))
        .with_state(games))
}

/// Turns away what other sites' pages ask for in the name of this machine's user, and says what this page may load.
async fn guard(request: Request, next: Next) -> Response {
    if !is_local(request.headers()) {
        return (StatusCode::FORBIDDEN, "only for this machine's own pages").into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Whether a request names this machine, and comes from a page of this server if it comes from a page.
fn is_local(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(header::HOST) else {
        return false;
    };
    let name = host.rsplit_once(':').map_or(host, |(name, _port)| name);
    let origin_fits = match headers.contains_key(header::ORIGIN) {
        true => {
            text(header::ORIGIN).and_then(|origin| origin.strip_prefix("http://")) == Some(host)
        }
        false => true,
    };
    ["127.0.0.1", "localhost"].contains(&name) && origin_fits
}

async fn page() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (kind, include_str!("../assets/index.html")).into_response()
}

fn refusal(status: StatusCode, reason: impl ToString) -> Response {
    (status, Json(json!({ "reason": reason.to_string() }))).into_response()
}

fn no_such_game() -> Response {
    refusal(StatusCode::NOT_FOUND, "there is no such game")
}

async fn create(State(games): State<Games>, setup: Result<Json<Setup>, JsonRejection>) -> Response {
    let Json(setup) = match setup {
        Ok(setup) => setup,
        Err(error) => return refusal(error.status(), error.body_text()),
    };
    match games.create(&setup) {
        Ok(id) => (StatusCode::CREATED, Json(json!({ "game": id }))).into_response(),
        Err(NoGame::Refused(reason)) => refusal(StatusCode::UNPROCESSABLE_ENTITY, reason),
        Err(NoGame::Full) => refusal(StatusCode::SERVICE_UNAVAILABLE, "too many games at once"),
    }
}

/// The game's record in one of the formats.
async fn record(
    State(games): State<Games>,
    Path(id): Path<Uuid>,
    Query(export): Query<Export>,
) -> Response {
    let Some(session) = games.get(id) else {
        return no_such_game();
    };
    match export.format.write(&session.record()) {
        Ok(text) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response(),
        Err(error) => refusal(StatusCode::UNPROCESSABLE_ENTITY, error),
    }
}

async fn socket(
    State(games): State<Games>,
    Path(id): Path<Uuid>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(session) = games.get(id) else {
        return no_such_game();
    };
    if session.pages() >= Config::PAGES_PER_GAME {
        return refusal(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many pages watch this game",
        );
    }
    upgrade
        .max_message_size(Config::MAX_MESSAGE)
        .max_frame_size(Config::MAX_MESSAGE)
        .on_upgrade(move |socket| talk(socket, id, session))
}
