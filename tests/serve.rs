//! `amazons serve`, from outside.

#[path = "common/dialogue.rs"]
mod dialogue;

use std::collections::BTreeMap;
use std::process::Command;

use amazons::{Move, Position};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

use dialogue::Dialogue;

fn start(arguments: &[&str]) -> Dialogue {
    let usual = [
        "serve",
        "--threads",
        "1",
        "--memory",
        "16",
        "--visits",
        "20",
    ];
    Dialogue::start(&[&usual, arguments].concat())
}

fn ask(program: &mut Dialogue, query: &Value) {
    program.say(query.to_string());
}

fn hear(program: &Dialogue) -> Value {
    let line = program.hear().expect("an answer");
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The next final answer.
fn hear_final(program: &Dialogue) -> Value {
    loop {
        let answer = hear(program);
        if answer["answer"] == "final" {
            return answer;
        }
        assert_eq!(answer["answer"], "partial", "{answer}");
    }
}

/// The final answer to one query.
fn answer_to(program: &mut Dialogue, query: &Value) -> Value {
    ask(program, query);
    let answer = hear_final(program);
    assert_eq!(answer["id"], query["id"], "{answer}");
    answer
}

#[test]
fn a_report_is_that_of_analyze() {
    let moves = ["d1-d7/g7", "a7-b8/c8"];
    let mut program = start(&[]);
    let query =
        json!({"id": "q", "moves": moves, "visits": 200, "lines": 2, "analyze_plies": "all"});
    let answer = answer_to(&mut program, &query);
    assert_eq!(answer["status"], "done", "{answer}");
    assert!(answer.get("error").is_none() && answer.get("warnings").is_none());
    let positions = answer["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 3);
    let mut position = Position::start();
    for (ply, found) in positions.iter().enumerate() {
        assert_eq!(found["ply"], ply);
        assert_eq!(found["fen"], position.to_string());
        assert_eq!(found["turn"], ["white", "black"][ply % 2]);
        let fen = position.to_string();
        let output = Command::new(env!("CARGO_BIN_EXE_amazons"))
            .args([
                "analyze",
                "--json",
                "--threads",
                "1",
                "--memory",
                "16",
                "--visits",
                "200",
            ])
            .args(["--lines", "2", "--fen", &fen])
            .output()
            .unwrap();
        let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["seconds"] = found["report"]["seconds"].clone();
        assert_eq!(found["report"], report);
        if let Some(m) = moves.get(ply) {
            position.play(m.parse().unwrap()).unwrap();
        }
    }
}

#[test]
fn what_is_asked_is_done() {
    let mut program = start(&[]);
    let allowed = ["a4-a5/a4", "d1-d2/d1"];
    let answer = answer_to(
        &mut program,
        &json!({
            "id": 7, "allow": allowed, "avoid": ["d1d2,d2d1"], "ownership": false, "lines": 9,
            "colour": "blue",
        }),
    );
    let report = &answer["positions"][0]["report"];
    assert_eq!(report["best_move"], "a4-a5/a4", "{answer}");
    assert_eq!(report["lines"].as_array().unwrap().len(), 1);
    assert_eq!(report["ownership"], json!([]));
    assert_eq!(report["visits"], 20);
    assert_eq!(answer["warnings"], json!(["colour: no such field"]));

    let answer = answer_to(
        &mut program,
        &json!({"id": 8, "fen": "Q1*q w - - 0 1", "time": 0}),
    );
    let report = &answer["positions"][0]["report"];
    assert_eq!(
        (&report["proven"], &report["win_rate"]),
        (&json!("win"), &json!(1.0))
    );
    let answer = answer_to(&mut program, &json!({"id": "v", "action": "version"}));
    assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"));

    for query in [
        json!({"id": "e", "avoid": ["a4-a4/a5"]}),
        json!({"id": "e", "allow": []}),
        json!({"id": "e", "moves": ["a4-a4/a5"]}),
        json!({"id": "e", "action": "dance"}),
    ] {
        let answer = answer_to(&mut program, &query);
        assert_eq!(answer["status"], "error", "{answer}");
        assert!(
            answer["error"].is_string() && answer.get("positions").is_none(),
            "{answer}"
        );
    }
    program.say("{\"id\": \"cut\"");
    let answer = hear_final(&program);
    assert!(
        answer["id"].is_null() && answer["status"] == "error",
        "{answer}"
    );
    program.say(vec![b' '; 2 << 20]);
    assert_eq!(hear_final(&program)["status"], "error");
    program.say("");
    assert_eq!(program.rest(), Vec::<String>::new());
    assert!(program.status().success());
}

#[test]
fn reports_come_on_the_way_and_queries_can_be_ended() {
    let mut program = start(&[]);
    let endless = json!({"id": "endless", "time": 3600, "report_every": 0.01, "lines": 1});
    ask(&mut program, &endless);
    let first = hear(&program);
    assert_eq!(
        (&first["answer"], &first["id"]),
        (&json!("partial"), &json!("endless"))
    );
    assert!(first["report"]["visits"].as_u64() > Some(0), "{first}");
    // The others wait, as one is searched at a time: they are answered by priority, then in order.
    for (id, priority) in [
        ("low", -1),
        ("first", 0),
        ("second", 0),
        ("high", 9),
        ("never", 0),
    ] {
        ask(
            &mut program,
            &json!({"id": id, "priority": priority, "visits": 5}),
        );
    }
    ask(
        &mut program,
        &json!({"id": "t1", "action": "terminate", "terminate_id": "never"}),
    );
    let never = hear_final(&program);
    assert_eq!(
        (&never["id"], &never["status"]),
        (&json!("never"), &json!("terminated"))
    );
    assert_eq!(never["positions"], json!([]));
    let t1 = hear_final(&program);
    assert_eq!((&t1["id"], &t1["terminated"]), (&json!("t1"), &json!(1)));
    ask(
        &mut program,
        &json!({"id": "t2", "action": "terminate", "terminate_id": "nobody"}),
    );
    assert_eq!(hear_final(&program)["terminated"], 0);
    ask(
        &mut program,
        &json!({"id": "t3", "action": "terminate", "terminate_id": "endless"}),
    );
    let mut finals: Vec<Value> = (0..6).map(|_| hear_final(&program)).collect();
    // The action may be told before or after what it ended, and what follows.
    let action = finals
        .iter()
        .position(|answer| answer["id"] == "t3")
        .unwrap();
    assert_eq!(finals.remove(action)["terminated"], 1);
    let ids: Vec<&str> = finals
        .iter()
        .filter_map(|answer| answer["id"].as_str())
        .collect();
    assert_eq!(ids, ["endless", "high", "first", "second", "low"]);
    assert_eq!(finals[0]["status"], "terminated");
    let report = &finals[0]["positions"][0]["report"];
    let best: Move = report["best_move"].as_str().unwrap().parse().unwrap();
    assert!(Position::start().is_legal(best));
    assert!(finals[1..].iter().all(|answer| answer["status"] == "done"));
}

#[test]
fn all_queries_can_be_ended_at_once() {
    let mut program = Dialogue::start(&["serve", "--threads", "2", "--memory", "16"]);
    for id in 0..10 {
        ask(
            &mut program,
            &json!({"id": id, "time": 3600, "report_every": 0.01}),
        );
    }
    hear(&program);
    ask(
        &mut program,
        &json!({"id": "all", "action": "terminate_all"}),
    );
    let mut ended = Vec::new();
    for _ in 0..11 {
        let answer = hear_final(&program);
        match answer["id"].as_u64() {
            Some(id) => ended.push((id, answer["status"].clone())),
            None => assert_eq!(answer["terminated"], 10),
        }
    }
    ended.sort_by_key(|&(id, _)| id);
    let all: Vec<_> = (0..10).map(|id| (id, json!("terminated"))).collect();
    assert_eq!(ended, all);
}

/// A query of some kind, right or wrong.
fn any_query(id: usize, rng: &mut impl Rng) -> Value {
    let sizes = [
        "Q2q/4/4/q2Q w",
        "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
        "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
    ];
    let fen = format!("{} - - 0 1", sizes[id % sizes.len()]);
    let visits = rng.random_range(1..40);
    // Once on each engine, what fills its memory.
    if id < 2 {
        return json!({"id": id, "visits": 40_000, "priority": 9});
    }
    match rng.random_range(0..12) {
        0 => {
            json!({"id": id, "moves": ["d1-d7/g7", "a7-b8/c8"], "analyze_plies": "all", "visits": visits})
        }
        1 => {
            json!({"id": id, "visits": 500, "report_every": 0.01, "priority": rng.random_range(-3..4)})
        }
        // Only an end from elsewhere ends these in time.
        2 => json!({"id": id, "time": 3600, "lines": 1}),
        3 => json!({"id": id, "moves": ["d1-d7/d7"]}),
        4 => json!({"id": id, "fen": fen, "visits": "many"}),
        5 => {
            let target = id.saturating_sub(rng.random_range(1..30));
            json!({"id": id, "action": "terminate", "terminate_id": target})
        }
        6 => json!({"id": id, "fen": fen, "visits": visits, "lines": 50, "ownership": false}),
        7 => json!({"id": id, "allow": ["a4-a5/a4", "d1-d2/d1"], "visits": visits}),
        8 => json!({"id": id, "avoid": ["a4-a4/a5"]}),
        _ => json!({"id": id, "fen": fen, "visits": visits, "priority": rng.random_range(-3..4)}),
    }
}

#[test]
fn a_thousand_queries_have_a_thousand_answers() {
    const QUERIES: usize = 1000;
    const MEMORY_MIB: u64 = 16;
    let memory = MEMORY_MIB.to_string();
    let mut program = Dialogue::start(&[
        "serve",
        "--threads",
        "2",
        "--concurrent",
        "2",
        "--visits",
        "20",
        "--memory",
        &memory,
    ]);
    // Tables of endgames are built once for the whole program and are not the search's.
    let small = json!({"id": "small", "fen": "Q2q/4/4/q2Q w - - 0 1", "visits": 30});
    for _ in 0..10 {
        answer_to(&mut program, &small);
    }
    let before = program.peak_memory();
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    let mut answers: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut hear_one = |program: &Dialogue| {
        let mut answer = hear_final(program);
        let id = answer["id"].take();
        answers.entry(id.to_string()).or_default().push(answer);
    };
    let mut endless = Vec::new();
    let mut said = 0;
    for id in 0..QUERIES {
        let query = any_query(id, &mut rng);
        ask(&mut program, &query);
        if query["time"] == 3600 {
            endless.push(id);
        }
        said += 1;
        if id == 1 {
            // Before anything ends these.
            hear_one(&program);
            hear_one(&program);
        }
        if id == 300 {
            endless.clear();
            ask(
                &mut program,
                &json!({"id": "all", "action": "terminate_all"}),
            );
            said += 1;
        }
    }
    for target in endless {
        let id = format!("end {target}");
        let terminate = json!({"id": id, "action": "terminate", "terminate_id": target});
        ask(&mut program, &terminate);
        said += 1;
    }
    for _ in 2..said {
        hear_one(&program);
    }
    let peak = program.peak_memory();
    assert_eq!(
        program.rest(),
        Vec::<String>::new(),
        "more answers than queries"
    );
    assert!(program.status().success());
    for id in 0..QUERIES {
        let answers = answers
            .get(&id.to_string())
            .map_or(&[][..], |answers| answers);
        assert_eq!(answers.len(), 1, "{id}: {answers:?}");
    }
    let count = |status: &str| {
        answers
            .values()
            .filter(|answers| answers[0]["status"] == status)
            .count()
    };
    let counts = ["done", "terminated", "error"].map(count);
    println!("done, terminated, error: {counts:?}; KiB {before:?} to {peak:?}");
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    if let (Some(before), Some(peak)) = (before, peak) {
        // Queries that wait and answers on their way are not the search's: some KiB each.
        let beside = 4 << 10;
        assert!(
            peak - before <= (MEMORY_MIB << 10) + beside,
            "{before} KiB to {peak} KiB"
        );
    }
}

#[test]
fn every_line_of_garbage_has_one_answer() {
    const LINES: usize = 2000;
    let mut program = start(&[]);
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    let whole = json!({
        "id": "g", "fen": "Q2q/4/4/q2Q w - - 0 1", "lines": 2, "priority": 1, "avoid": [],
        "ownership": false, "analyze_plies": [0],
    })
    .to_string();
    for _ in 0..LINES {
        let mut line = whole.clone().into_bytes();
        for _ in 0..rng.random_range(0..4) {
            let at = rng.random_range(0..line.len());
            match rng.random_range(0..3) {
                0 => line[at] = rng.random_range(b' '..=b'~'),
                1 => line[at] = rng.random_range(0x80..=0xFF),
                _ => drop(line.remove(at)),
            }
        }
        program.say(line);
    }
    let said = program.rest();
    assert!(program.status().success());
    assert_eq!(said.len(), LINES);
    let done = said
        .iter()
        .filter(|line| line.contains("\"status\":\"done\""))
        .count();
    assert!(done > LINES / 4 && done < LINES, "{done}");
}

#[test]
fn the_end_of_input_finishes_the_queue() {
    let mut program = start(&["--queue", "2"]);
    for id in 0..100 {
        ask(&mut program, &json!({"id": id}));
    }
    let said = program.rest();
    assert_eq!(said.len(), 100);
    let done = said
        .iter()
        .filter(|line| line.contains("\"status\":\"done\""))
        .count();
    assert_eq!(done, 100);
    assert!(program.status().success());
}

#[test]
fn a_reader_that_is_gone_ends_it() {
    let endless = json!({"id": 0, "time": 3600, "report_every": 0.01});
    let version = json!({"id": 1, "action": "version"});
    for query in [&endless, &version] {
        let mut program = start(&[]);
        ask(&mut program, query);
        hear(&program);
        program.close_output();
        program.say_until_gone(&query.to_string());
        assert!(program.status().success(), "{query}");
    }
}
