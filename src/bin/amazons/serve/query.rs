//! What a line of input asks for.

use std::time::Duration;

use amazons::{Game, Limits, Move, Position};
use serde_json::Value;

use super::fields::Fields;

/// More lines than anybody reads: an answer's size has a bound.
const MOST_LINES: usize = 500;

/// Reports come no faster than that; each takes the search some of its time.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);

/// Characters of an unknown field's name that a warning repeats.
const MOST_OF_A_NAME: usize = 40;

/// Unknown fields that are warned of by name.
const MOST_WARNINGS: usize = 10;

/// What holds when a query says nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Defaults {
    pub limits: Limits,
    pub lines: usize,
}

/// A line of input.
#[derive(Debug)]
pub struct Message {
    /// A string or a number; nothing if there is none.
    pub id: Value,
    pub action: Action,
}

#[derive(Debug)]
pub enum Action {
    Analyze(Box<Query>),
    /// Ends all queries with this id.
    Terminate(Value),
    TerminateAll,
    Version,
}

/// Positions of one game to be looked at.
#[derive(Debug)]
pub struct Query {
    pub game: Game,
    /// Plies played before each of the positions.
    pub plies: Vec<usize>,
    pub limits: Limits,
    pub lines: usize,
    pub ownership: bool,
    /// Higher ones first.
    pub priority: i64,
    pub allowed: Option<Vec<Move>>,
    pub avoided: Vec<Move>,
    pub report_every: Option<Duration>,
    /// What was not understood and did no harm.
    pub warnings: Vec<String>,
}

/// Why a line asks for nothing that can be done.
#[derive(Debug)]
pub struct QueryError {
    /// As far as it could be read.
    pub id: Value,
    pub message: String,
}

impl Message {
    pub fn parse(text: &str, defaults: Defaults) -> Result<Message, QueryError> {
        let failed = |id: &Value, message| QueryError {
            id: id.clone(),
            message,
        };
        let members = match serde_json::from_str(text) {
            Ok(Value::Object(members)) => members,
            Ok(_) => return Err(failed(&Value::Null, "a query is an object".to_owned())),
            Err(error) => return Err(failed(&Value::Null, error.to_string())),
        };
        let mut fields = Fields::new(members);
        let id = id(&mut fields, "id")
            .and_then(|id| id.ok_or_else(|| "id: missing".to_owned()))
            .map_err(|message| failed(&Value::Null, message))?;
        match Action::parse(fields, defaults) {
            Ok(action) => Ok(Message { id, action }),
            Err(message) => Err(failed(&id, message)),
        }
    }
}

fn id(fields: &mut Fields, name: &str) -> Result<Option<Value>, String> {
    match fields.take(name)? {
        Some(id @ (Value::String(_) | Value::Number(_))) => Ok(Some(id)),
        Some(_) => Err(format!("{name}: a string or a number")),
        None => Ok(None),
    }
}

impl Action {
    fn parse(mut fields: Fields, defaults: Defaults) -> Result<Action, String> {
        let action: Option<String> = fields.take("action")?;
        match action.as_deref() {
            None | Some("analyze") => {
                Query::parse(fields, defaults).map(|query| Action::Analyze(Box::new(query)))
            }
            Some("terminate") => id(&mut fields, "terminate_id")?
                .map(Action::Terminate)
                .ok_or_else(|| "terminate_id: missing".to_owned()),
            Some("terminate_all") => Ok(Action::TerminateAll),
            Some("version") => Ok(Action::Version),
            Some(_) => Err("action: analyze, terminate, terminate_all or version".to_owned()),
        }
    }
}

impl Query {
    fn parse(mut fields: Fields, defaults: Defaults) -> Result<Query, String> {
        let game = game(&mut fields)?;
        let plies = plies(&mut fields, &game)?;
        let allowed: Option<Vec<Move>> = fields.take("allow")?;
        let avoided: Vec<Move> = fields.take("avoid")?.unwrap_or_default();
        if plies.len() > 1 && (allowed.is_some() || !avoided.is_empty()) {
            return Err("allow and avoid go with one position only".to_owned());
        }
        let lines = fields.take("lines")?.unwrap_or(defaults.lines);
        if lines > MOST_LINES {
            return Err(format!("lines: at most {MOST_LINES}"));
        }
        let report_every = seconds(&mut fields, "report_every")?;
        if report_every.is_some_and(|every| every < LEAST_INTERVAL) {
            let least = LEAST_INTERVAL.as_secs_f64();
            return Err(format!("report_every: at least {least} seconds"));
        }
        Ok(Query {
            game,
            plies,
            limits: limits(&mut fields, defaults.limits)?,
            lines,
            ownership: fields.take("ownership")?.unwrap_or(true),
            priority: fields.take("priority")?.unwrap_or(0),
            allowed,
            avoided,
            report_every,
            warnings: fields
                .left_over()
                .take(MOST_WARNINGS)
                .map(|name| format!("{name:.MOST_OF_A_NAME$}: no such field"))
                .collect(),
        })
    }
}

/// A position by its FEN, or the moves that led to it and where they started.
fn game(fields: &mut Fields) -> Result<Game, String> {
    let fen: Option<Position> = fields.take("fen")?;
    let start: Option<Position> = fields.take("start")?;
    let moves: Option<Vec<Move>> = fields.take("moves")?;
    match fen {
        Some(_) if start.is_some() || moves.is_some() => {
            Err("fen: not together with start and moves".to_owned())
        }
        Some(position) => Ok(Game::from_position(position)),
        None => Game::from_moves(start.unwrap_or_default(), moves.unwrap_or_default())
            .map_err(|error| format!("moves: {error}")),
    }
}

/// The positions to look at: the last one if nothing is said.
fn plies(fields: &mut Fields, game: &Game) -> Result<Vec<usize>, String> {
    let plies: Vec<usize> = match fields.take("analyze_plies")? {
        None => return Ok(vec![game.len()]),
        Some(Value::String(all)) if all == "all" => return Ok((0..=game.len()).collect()),
        Some(list) => serde_json::from_value(list)
            .map_err(|_| "analyze_plies: a list of numbers, or \"all\"".to_owned())?,
    };
    if plies.is_empty() {
        return Err("analyze_plies: empty".to_owned());
    }
    let mut asked = vec![false; game.len() + 1];
    for &ply in &plies {
        match asked.get_mut(ply) {
            Some(false) => asked[ply] = true,
            Some(true) => return Err(format!("analyze_plies: {ply} twice")),
            None => {
                let all = game.len();
                return Err(format!("analyze_plies: {ply}, in a game of {all} plies"));
            }
        }
    }
    Ok(plies)
}

fn limits(fields: &mut Fields, usual: Limits) -> Result<Limits, String> {
    let mut limits = Limits::unlimited();
    limits.visits = fields.take("visits")?;
    limits.nodes = fields.take("nodes")?;
    limits.time = seconds(fields, "time")?;
    Ok(if limits == Limits::unlimited() {
        usual
    } else {
        limits
    })
}

fn seconds(fields: &mut Fields, name: &str) -> Result<Option<Duration>, String> {
    let seconds: Option<f64> = fields.take(name)?;
    seconds
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds).map_err(|error| format!("{name}: {error}"))
        })
        .transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const DEFAULTS: Defaults = Defaults {
        limits: Limits::visits(11),
        lines: 3,
    };

    fn parse(line: &Value) -> Result<Message, QueryError> {
        Message::parse(&line.to_string(), DEFAULTS)
    }

    fn query(line: &Value) -> Query {
        match parse(line) {
            Ok(Message {
                action: Action::Analyze(query),
                ..
            }) => *query,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn what_is_not_said_has_a_default() {
        let query = query(&json!({"id": "a", "visits": null}));
        assert_eq!(*query.game.position(), Position::start());
        assert_eq!((query.plies, query.limits), (vec![0], Limits::visits(11)));
        assert_eq!((query.lines, query.priority), (3, 0));
        assert!(query.ownership && query.allowed.is_none() && query.avoided.is_empty());
        assert!(query.report_every.is_none() && query.warnings.is_empty());
    }

    #[test]
    fn everything_can_be_said() {
        let moves = ["d1-d7/g7", "a7b8,b8c8"];
        let plies = query(&json!({"id": 1, "moves": moves, "analyze_plies": [2, 0]})).plies;
        assert_eq!(plies, [2, 0]);
        let all = query(&json!({"id": 1, "moves": moves, "analyze_plies": "all"})).plies;
        assert_eq!(all, [0, 1, 2]);
        let query = query(&json!({
            "id": 1, "start": "1q1/3/1Q1 w", "moves": ["b1-b2/b1"], "visits": 5, "nodes": 6, "time": 0.25,
            "lines": 1, "ownership": false, "priority": -3, "allow": ["b3-a3/a2"], "avoid": [],
            "report_every": 0.5, "speed": 9,
        }));
        let limits = Limits::visits(5)
            .with_nodes(6)
            .with_time(Duration::from_millis(250));
        assert_eq!((query.limits, query.lines, query.priority), (limits, 1, -3));
        assert_eq!(query.allowed.map(|moves| moves.len()), Some(1));
        assert_eq!(query.report_every, Some(Duration::from_millis(500)));
        assert_eq!(query.warnings, ["speed: no such field"]);
    }

    #[test]
    fn actions_are_read() {
        let action = |line| parse(&line).unwrap().action;
        let terminate = json!({"id": "b", "action": "terminate", "terminate_id": "a"});
        assert!(matches!(action(terminate), Action::Terminate(id) if id == "a"));
        let all = json!({"id": "b", "action": "terminate_all"});
        assert!(matches!(action(all), Action::TerminateAll));
    }

    #[test]
    fn errors_name_the_field_and_keep_the_id() {
        for (mut line, field) in [
            (json!({"fen": "1q1/4/1Q1 w"}), "fen: "),
            (json!({"fen": "Q w", "moves": []}), "fen: "),
            (json!({"start": 8}), "start: "),
            (json!({"moves": ["d1-d7/g7", "d1-d7/g7"]}), "moves: ply 2"),
            (json!({"moves": ["d1-d7"]}), "moves: "),
            (json!({"moves": "d1-d7/g7"}), "moves: "),
            (json!({"analyze_plies": []}), "analyze_plies: "),
            (json!({"analyze_plies": [1]}), "analyze_plies: "),
            (json!({"analyze_plies": [0, 0]}), "analyze_plies: "),
            (json!({"analyze_plies": "some"}), "analyze_plies: "),
            (json!({"visits": -1}), "visits: "),
            (json!({"visits": 1.5}), "visits: "),
            (json!({"nodes": "many"}), "nodes: "),
            (json!({"time": -1}), "time: "),
            (json!({"time": 1e300}), "time: "),
            (json!({"lines": 501}), "lines: "),
            (json!({"ownership": 1}), "ownership: "),
            (json!({"priority": 0.5}), "priority: "),
            (json!({"allow": "d1-d7/g7"}), "allow: "),
            (json!({"avoid": ["x"]}), "avoid: "),
            (json!({"report_every": 0}), "report_every: "),
            (json!({"action": "sing"}), "action: "),
            (json!({"action": "terminate"}), "terminate_id: "),
            (
                json!({"action": "terminate", "terminate_id": []}),
                "terminate_id: ",
            ),
            (
                json!({"moves": ["d1-d7/g7"], "analyze_plies": "all", "avoid": ["d1-d7/g7"]}),
                "allow and avoid ",
            ),
        ] {
            line["id"] = json!("q");
            let error = parse(&line).unwrap_err();
            assert!(
                error.message.starts_with(field),
                "{line}: {}",
                error.message
            );
            assert_eq!(error.id, "q");
        }
        for line in [
            "",
            "{",
            "[]",
            "7",
            "{}",
            r#"{"id": true}"#,
            r#"{"id": null}"#,
        ] {
            let error = Message::parse(line, DEFAULTS).unwrap_err();
            assert_eq!(error.id, Value::Null, "{line}");
        }
        let deep = "[".repeat(100_000);
        assert!(Message::parse(&deep, DEFAULTS).is_err());
    }
}
