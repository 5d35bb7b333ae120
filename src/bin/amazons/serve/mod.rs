//! Analysis as a service: queries and answers as lines of JSON, described in `docs/serve.md`.

mod answer;
mod cancel;
mod fields;
mod query;
mod queue;
mod server;
mod worker;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use amazons::control::Pool;
use amazons::{Engine, EngineOptions};

use crate::Fault;
use crate::engine_arguments::EngineArguments;
use crate::limits::LimitArguments;
use crate::line_reader::{Line, LineReader, MOST_BYTES};
use answer::Final;
use query::{Action, Defaults, Message};
use server::Server;

/// Time to think when neither a query nor an option names a limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Queries that are searched at once when nothing else is said, if there are as many threads.
const USUAL_CONCURRENT: usize = 4;

/// Answer queries, one JSON object a line, on standard input and output
///
/// Each query has exactly one final answer. Input that ends is worked off before the program ends. The docs have it all:
/// docs/serve.md, and docs/serve.schema.json for programs.
#[derive(clap::Args)]
pub struct Arguments {
    /// Queries searched at once, which share threads and memory evenly; 4 or the number of threads if not given
    #[arg(long)]
    concurrent: Option<usize>,

    /// Queries that may wait; input is not read on while there are as many
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    queue: u32,

    /// Best lines of a query that does not say how many
    #[arg(long, default_value_t = EngineOptions::DEFAULT_LINES)]
    lines: usize,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    engine: EngineArguments,
}

pub fn run(
    arguments: &Arguments,
    input: impl BufRead + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<(), Fault> {
    let engines = engines(arguments)?;
    let defaults = Defaults {
        limits: arguments.limits.limits(USUAL_TIME),
        lines: arguments.lines,
    };
    let server = Arc::new(Server::new(arguments.queue as usize, out));
    let workers: Vec<_> = engines
        .into_iter()
        .map(|engine| {
            let server = Arc::clone(&server);
            thread::spawn(move || worker::work(&server, engine))
        })
        .collect();
    let reader_side = Arc::clone(&server);
    // Not waited for: when nobody reads the answers any more, it may still wait for a query.
    thread::spawn(move || {
        let read = read(input, &reader_side, defaults);
        reader_side.end_of_input(read.err());
    });
    server.wait_for_input_to_end();
    for worker in workers {
        if worker.join().is_err() {
            return Err("a worker panicked".into());
        }
    }
    server.result().map_err(Fault::from)
}

/// Reads queries until there are no more.
fn read(input: impl BufRead, server: &Server, defaults: Defaults) -> std::io::Result<()> {
    for line in LineReader(input) {
        match line? {
            Line::Text(text) if text.trim().is_empty() => {}
            Line::Text(text) => hear(&text, server, defaults),
            Line::TooLong => server.say(&Final::error(
                &serde_json::Value::Null,
                format!("a line has more than {MOST_BYTES} bytes"),
            )),
        }
        if server.is_broken() {
            return Ok(());
        }
    }
    Ok(())
}

fn hear(text: &str, server: &Server, defaults: Defaults) {
    let Message { id, action } = match Message::parse(text, defaults) {
        Ok(message) => message,
        Err(error) => return server.say(&Final::error(&error.id, error.message)),
    };
    match action {
        Action::Analyze(query) => server.accept(id, *query),
        Action::Terminate(target) => {
            let terminated = server.terminate(|waiting| *waiting == target);
            server.say(&Final::terminated_others(&id, terminated));
        }
        Action::TerminateAll => {
            let terminated = server.terminate(|_| true);
            server.say(&Final::terminated_others(&id, terminated));
        }
        Action::Version => server.say(&Final::version(&id)),
    }
}

/// An engine for each query at a time, with its share of threads and memory.
fn engines(arguments: &Arguments) -> Result<Vec<Engine>, Fault> {
    let settings = &arguments.engine;
    let threads = match settings.threads {
        Some(threads) => threads,
        None => thread::available_parallelism()?
            .get()
            .min(Pool::MAX_THREADS),
    };
    let concurrent = arguments
        .concurrent
        .unwrap_or(threads.clamp(1, USUAL_CONCURRENT));
    if concurrent == 0 || concurrent > threads.max(1) {
        return Err(format!("{threads} threads can't search {concurrent} queries at once").into());
    }
    (0..concurrent)
        .map(|index| {
            let share = threads / concurrent + usize::from(index < threads % concurrent);
            let options = EngineArguments {
                threads: Some(share),
                memory: settings.memory / concurrent,
                ..*settings
            }
            .options();
            Ok(Engine::new(options)?)
        })
        .collect()
}
