//! The dialogue that chess programs speak, UCI, and its form for any game of two, UGI.

mod command;
mod go;
mod info;
mod session;
mod settings;
mod thinking;
mod variant;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::task::Wake;
use std::thread::{self, Thread};

use crate::Fault;
use crate::engine_arguments::EngineArguments;
use crate::line_reader::{Line, LineReader};
use session::{Next, Session};

/// Speak UCI, as Fairy-Stockfish does for amazons, or UGI, on standard input and output
///
/// At the end of input a search with a limit is waited for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArguments,
}

/// What the dialogue waits for.
enum Event {
    Line(Line),
    /// A search has something to be looked at.
    Rung,
    End(io::Result<()>),
}

/// Lines that are read before they are obeyed.
const LINES_AHEAD: usize = 64;

/// One thread reads and does nothing else, searches run on theirs, and this one obeys, looks after the search and alone
/// writes: so neither a long search nor a slow reader of the output keeps a line from being read, and what is said is
/// in order.
pub fn run(
    arguments: &Arguments,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> Result<(), Fault> {
    let (sender, events) = sync_channel(LINES_AHEAD);
    let bell = Arc::new(Bell {
        events: sender.clone(),
        listener: thread::current(),
    });
    let mut session = Session::new(arguments.engine, bell.into(), out)?;
    // Not waited for: when nobody reads what is said any more, it may still wait for a line.
    thread::spawn(move || read(input, &sender));
    loop {
        let event = match session.next_look() {
            Some(wait) => events.recv_timeout(wait),
            None => events.recv().map_err(RecvTimeoutError::from),
        };
        match event {
            Ok(Event::Line(line)) => {
                if let Next::Quit = session.hear(&line)? {
                    return session.stop();
                }
            }
            Ok(Event::Rung) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Event::End(read)) => {
                session.end()?;
                return Ok(read?);
            }
            Err(RecvTimeoutError::Disconnected) => return session.end(),
        }
        session.tend()?;
    }
}

fn read(input: impl BufRead, events: &SyncSender<Event>) {
    for line in LineReader(input) {
        let event = match line {
            Ok(line) => Event::Line(line),
            Err(error) => Event::End(Err(error)),
        };
        // Nobody listens after `quit`.
        if events.send(event).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End(Ok(())));
}

/// Rung by a search that has ended: the dialogue wakes up, wherever it waits.
struct Bell {
    events: SyncSender<Event>,
    listener: Thread,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        // Where there is no room the listener has events to come, and looks at the search after each.
        let _ = self.events.try_send(Event::Rung);
        self.listener.unpark();
    }
}
