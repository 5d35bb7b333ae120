//! A thread that works queries off, one after the other, with an engine of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use amazons::control::Progress;
use amazons::{Engine, Report, Request};

use super::answer::{Assessed, Final, Partial};
use super::server::{Job, Server};

/// Works until there are no more queries.
pub fn work(server: &Arc<Server>, mut engine: Engine) {
    while let Some(job) = server.next() {
        let positions = caught(|| analyze(&mut engine, &job, server));
        let status = server.leave(&job);
        match positions {
            Ok(positions) => {
                let warnings = &job.query.warnings;
                server.say(&Final::analysis(&job.id, status, &positions, warnings));
            }
            Err(message) => server.say(&Final::error(&job.id, message)),
        }
    }
}

/// Whatever `work` comes to. A panic is a fault of this program, and no reason to leave a query without its answer.
fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(message_of(panic.as_ref())))
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    format!("internal error: {}", text.unwrap_or("a panic"))
}

/// Looks at the query's positions, as far as it is not cancelled.
fn analyze(
    engine: &mut Engine,
    job: &Arc<Job>,
    server: &Arc<Server>,
) -> Result<Vec<Assessed>, String> {
    let mut positions = Vec::new();
    for &ply in &job.query.plies {
        if job.cancel.is_cancelled() {
            break;
        }
        let request = request(job, ply, server)?;
        let search = engine.begin(request).map_err(|error| error.to_string())?;
        job.cancel.attach(search.stop_token());
        positions.push(assessed(job, ply, search.wait())?);
    }
    Ok(positions)
}

fn request(job: &Arc<Job>, ply: usize, server: &Arc<Server>) -> Result<Request, String> {
    let query = &job.query;
    let position = query.game.position_at(ply).ok_or("no such ply")?;
    let mut request = Request::new(&position)
        .with_limits(query.limits)
        .with_lines(query.lines)
        .avoiding(query.avoided.iter().copied());
    if let Some(allowed) = &query.allowed {
        request = request.allowing(allowed.iter().copied());
    }
    if let Some(every) = query.report_every {
        let (job, server) = (Arc::clone(job), Arc::clone(server));
        request = request.with_progress(Progress::new(every, move |report: &Report| {
            if let Ok(assessed) = assessed(&job, ply, report.clone()) {
                server.say(&Partial::new(&job.id, &assessed));
            }
        }));
    }
    Ok(request)
}

fn assessed(job: &Job, ply: usize, mut report: Report) -> Result<Assessed, String> {
    let position = job.query.game.position_at(ply).ok_or("no such ply")?;
    if !job.query.ownership {
        report.ownership.clear();
    }
    Ok(Assessed {
        ply,
        fen: position,
        turn: position.turn(),
        report,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_errors() {
        assert_eq!(caught(|| Ok(7)), Ok(7));
        let failed = caught::<()>(|| panic!("out of {}", "luck"));
        assert_eq!(failed, Err("internal error: out of luck".to_owned()));
        let failed = caught::<()>(|| std::panic::panic_any(7));
        assert_eq!(failed, Err("internal error: a panic".to_owned()));
    }
}
