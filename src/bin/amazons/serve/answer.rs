//! What is answered. The schema of these forms is `docs/serve.schema.json`.

use amazons::{Color, Position, Report};
use serde::Serialize;
use serde_json::Value;

/// A report while its search goes on.
#[derive(Serialize, Debug)]
pub struct Partial<'a> {
    id: &'a Value,
    answer: &'static str,
    #[serde(flatten)]
    assessed: &'a Assessed,
}

impl<'a> Partial<'a> {
    pub fn new(id: &'a Value, assessed: &'a Assessed) -> Partial<'a> {
        Partial {
            id,
            answer: "partial",
            assessed,
        }
    }
}

/// A position of a query and what was found.
#[derive(Serialize, Debug)]
pub struct Assessed {
    /// Plies of the query's game before it.
    pub ply: usize,
    pub fen: Position,
    pub turn: Color,
    pub report: Report,
}

/// The one final answer to a query.
#[derive(Serialize, Debug)]
pub struct Final<'a> {
    id: &'a Value,
    answer: &'static str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<&'a [Assessed]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Queries that the action has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    terminated: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'static str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

/// How a query ended.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Done,
    /// By another query; what had been found by then is told.
    Terminated,
    Error,
}

impl<'a> Final<'a> {
    fn new(id: &'a Value, status: Status) -> Final<'a> {
        Final {
            id,
            answer: "final",
            status,
            positions: None,
            error: None,
            terminated: None,
            version: None,
            warnings: &[],
        }
    }

    /// To an analysis that was done, or terminated on the way.
    pub fn analysis(
        id: &'a Value,
        status: Status,
        positions: &'a [Assessed],
        warnings: &'a [String],
    ) -> Final<'a> {
        Final {
            positions: Some(positions),
            warnings,
            ..Final::new(id, status)
        }
    }

    /// To what can't be done.
    pub fn error(id: &'a Value, message: String) -> Final<'a> {
        Final {
            error: Some(message),
            ..Final::new(id, Status::Error)
        }
    }

    /// To an action that ends other queries.
    pub fn terminated_others(id: &'a Value, terminated: usize) -> Final<'a> {
        Final {
            terminated: Some(terminated),
            ..Final::new(id, Status::Done)
        }
    }

    pub fn version(id: &'a Value) -> Final<'a> {
        Final {
            version: Some(env!("CARGO_PKG_VERSION")),
            ..Final::new(id, Status::Done)
        }
    }
}
