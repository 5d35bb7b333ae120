//! The task that leads one game.

use std::time::{Duration, Instant};

use amazons::{Engine, Level, Limits, Position, Report};
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::sleep_until;
use uuid::Uuid;

use crate::protocol::{Answer, Player, Request};
use crate::search::{Done, Running, Searches};
use crate::table::{Refusal, Table};

/// Requests that wait for a game; a page that sends more has to wait itself.
const WAITING: usize = 16;

/// Answers that a slow page may lag behind.
const LAG: usize = 16;

/// Time of a hint's search.
const HINT: Duration = Duration::from_secs(1);

/// An analysis is searched in slices, so that other games get their turn in between, and pages see it grow.
const SLICE: Duration = Duration::from_millis(150);

/// Simulations after which an analysis has found out enough.
const ENOUGH: u64 = 400_000;

/// Time that no move of a level exceeds, whatever else the machine does.
const LONGEST: Duration = Duration::from_secs(10);

/// The part of its time on the clock that the engine takes for a move.
const CLOCK_PART: u32 = 20;

/// A request, and where its answer goes.
struct Order {
    request: Request,
    done: oneshot::Sender<Result<(), Refusal>>,
}

/// A game's task, as the rest of the server sees it.
#[derive(Clone, Debug)]
pub struct Session {
    orders: mpsc::Sender<Order>,
    state: watch::Receiver<Answer>,
    news: broadcast::Sender<Answer>,
    record: watch::Receiver<amazons::Game>,
}

impl Session {
    /// Starts a game's task; `idle` after the last request it ends.
    #[must_use]
    pub fn start(id: Uuid, table: Table, searches: Searches, idle: Duration) -> Session {
        let (orders, orders_in) = mpsc::channel(WAITING);
        let (state_out, state) =
            watch::channel(Answer::State(table.state(id, false, Instant::now())));
        let (record_out, record) = watch::channel(table.game().clone());
        let (news, _) = broadcast::channel(LAG);
        let leader = Leader {
            id,
            table,
            searches,
            engine: None,
            search: None,
            hint_wanted: false,
            analysed: None,
            state: state_out,
            record: record_out,
            news: news.clone(),
        };
        tokio::spawn(leader.lead(orders_in, idle));
        Session {
            orders,
            state,
            news,
            record,
        }
    }

    /// Whether the task has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.orders.is_closed()
    }

    /// The game's state, now and whenever it changes. It closes with the task.
    #[must_use]
    pub fn state(&self) -> watch::Receiver<Answer> {
        self.state.clone()
    }

    /// Hints and analyses as they come.
    #[must_use]
    pub fn news(&self) -> broadcast::Receiver<Answer> {
        self.news.subscribe()
    }

    /// Pages that watch.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.news.receiver_count()
    }

    /// The game's record as it stands.
    #[must_use]
    pub fn record(&self) -> amazons::Game {
        self.record.borrow().clone()
    }

    /// Has a request obeyed.
    ///
    /// # Errors
    /// Why it was refused.
    pub async fn ask(&self, request: Request) -> Result<(), Refusal> {
        let gone = || Refusal::from("the game is no longer kept");
        let (done, answer) = oneshot::channel();
        let order = Order { request, done };
        self.orders.send(order).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Goal {
    Move,
    Hint,
    Analysis,
}

/// A search with what it is for.
struct Search {
    running: Running,
    goal: Goal,
    ply: usize,
    /// Whether the game has changed since, so that what it finds out is of no use.
    outdated: bool,
}

/// The task's state.
struct Leader {
    id: Uuid,
    table: Table,
    searches: Searches,
    /// The engine while it does not search; made when it is first needed.
    engine: Option<Engine>,
    search: Option<Search>,
    hint_wanted: bool,
    /// The position whose analysis is complete.
    analysed: Option<Position>,
    state: watch::Sender<Answer>,
    record: watch::Sender<amazons::Game>,
    news: broadcast::Sender<Answer>,
}

impl Leader {
    async fn lead(mut self, mut orders: mpsc::Receiver<Order>, idle: Duration) {
        let mut touched = Instant::now();
        loop {
            self.search_on();
            let flag = self.table.flag_falls();
            tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => {
                        touched = Instant::now();
                        let answer = self.obey(&order.request);
                        // A page that has gone needs no answer.
                        let _ = order.done.send(answer);
                    }
                    None => return,
                },
                done = finished(&mut self.search) => self.take(done),
                () = sleep_until(flag.unwrap_or(touched + idle).into()), if flag.is_some() => {
                    if self.table.drop_flag(Instant::now()) {
                        self.changed();
                    }
                }
                () = sleep_until((touched + idle).into()) => {
                    // Sent before the channels close, so that pages know why.
                    self.state.send_replace(Answer::Gone {});
                    return;
                }
            }
        }
    }

    fn obey(&mut self, request: &Request) -> Result<(), Refusal> {
        self.table.obey(request, Instant::now())?;
        if matches!(request, Request::Hint {}) {
            self.hint_wanted = true;
            self.interrupt(|goal| goal == Goal::Analysis);
            return Ok(());
        }
        if matches!(request, Request::Analysis { .. }) {
            self.analysed = None;
            self.interrupt(|goal| goal == Goal::Analysis);
            self.tell();
            return Ok(());
        }
        self.changed();
        Ok(())
    }

    /// The game is another now: what searches find out about the old one is of no use.
    fn changed(&mut self) {
        self.hint_wanted = false;
        self.interrupt(|_| true);
        self.tell();
    }

    /// Stops the search if it has such a goal.
    fn interrupt(&mut self, concerned: impl Fn(Goal) -> bool) {
        if let Some(search) = &mut self.search
            && concerned(search.goal)
        {
            search.outdated = true;
            search.running.stop();
        }
    }

    fn tell(&self) {
        let thinking = self.table.engine_to_move().is_some();
        let state = self.table.state(self.id, thinking, Instant::now());
        self.record.send_replace(self.table.game().clone());
        self.state.send_replace(Answer::State(state));
    }

    /// Starts the next search if none runs and one is wanted: a move, else a hint, else the analysis.
    fn search_on(&mut self) {
        if self.search.is_some() {
            return;
        }
        let (ply, position) = (self.table.game().len(), *self.table.game().position());
        let (goal, ply, request) = if let Some(player) = self.table.engine_to_move() {
            (Goal::Move, ply, self.move_of(player, &position))
        } else if self.hint_wanted {
            (Goal::Hint, ply, timed(&position, HINT))
        } else if let Some((ply, position)) = self.table.analysis()
            && self.analysed != Some(position)
            && self.pages_watch()
        {
            (Goal::Analysis, ply, timed(&position, SLICE))
        } else {
            return;
        };
        self.search = Some(Search {
            running: self.searches.start(self.engine.take(), request),
            goal,
            ply,
            outdated: false,
        });
    }

    fn pages_watch(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// What the engine is asked when it is to move.
    fn move_of(&self, player: Player, position: &Position) -> amazons::Request {
        let (request, limits) = match player {
            Player::Level { level } => {
                let level = Level::new(level).unwrap_or(Level::WEAKEST);
                // A name is random: games at one level differ.
                let (_, seed) = self.id.as_u64_pair();
                let request = amazons::Request::new(position).with_level(level, seed);
                (request, Limits::visits(level.visits()).with_time(LONGEST))
            }
            Player::Time { milliseconds } => {
                let time = Duration::from_millis(milliseconds.into());
                (amazons::Request::new(position), Limits::time(time))
            }
            Player::Human {} => (amazons::Request::new(position), Limits::time(HINT)),
        };
        let on_clock = self.table.time_left(Instant::now());
        let part = on_clock.map_or(Duration::MAX, |left| left / CLOCK_PART);
        let time = limits.time.map_or(part, |time| time.min(part));
        request.with_limits(limits.with_time(time))
    }

    /// Makes use of what a search found out.
    fn take(&mut self, done: Result<Done, String>) {
        let Some(search) = self.search.take() else {
            return;
        };
        let report = match done {
            Ok((engine, report)) => {
                self.engine = engine;
                report
            }
            // The engine went down with the search; the next one is a new one.
            Err(reason) => return self.give_up(search.goal, &reason),
        };
        if search.outdated {
            return;
        }
        let Some(report) = report else { return };
        match search.goal {
            Goal::Move => self.engine_moves(&report),
            Goal::Hint => {
                self.hint_wanted = false;
                self.publish(Answer::Hint {
                    ply: search.ply,
                    report,
                });
            }
            Goal::Analysis => {
                let complete =
                    report.proven.is_some() || report.visits >= ENOUGH || report.nodes == 0;
                if complete {
                    self.analysed = self.table.analysis().map(|(_, position)| position);
                }
                self.publish(Answer::Analysis {
                    ply: search.ply,
                    running: !complete,
                    report,
                });
            }
        }
    }

    fn engine_moves(&mut self, report: &Report) {
        let now = Instant::now();
        if self.table.drop_flag(now) {
            return self.changed();
        }
        let played = match report.best_move {
            Some(best) => self.table.play(best, now),
            None => Err("the engine found no move".into()),
        };
        match played {
            Ok(()) => self.changed(),
            Err(reason) => self.give_up(Goal::Move, &reason),
        }
    }

    /// What was to be searched can't be: the pages are told, and nothing is tried again before they ask.
    fn give_up(&mut self, goal: Goal, reason: &str) {
        self.publish(Answer::Refusal {
            reason: reason.to_owned(),
        });
        match goal {
            Goal::Move => {
                let human = Player::Human {};
                let request = Request::Players {
                    white: human,
                    black: human,
                };
                // Two humans are always welcome.
                let _ = self.table.obey(&request, Instant::now());
                self.tell();
            }
            Goal::Hint => self.hint_wanted = false,
            Goal::Analysis => {
                let off = Request::Analysis {
                    on: false,
                    ply: None,
                };
                let _ = self.table.obey(&off, Instant::now());
                self.tell();
            }
        }
    }

    fn publish(&self, answer: Answer) {
        // Nobody may be watching.
        let _ = self.news.send(answer);
    }
}

/// A search that takes so long.
fn timed(position: &Position, time: Duration) -> amazons::Request {
    amazons::Request::new(position).with_limits(Limits::time(time))
}

/// The end of the search; never when none runs.
async fn finished(search: &mut Option<Search>) -> Result<Done, String> {
    match search {
        Some(search) => search.running.done().await,
        None => std::future::pending().await,
    }
}
