//! The search of one position: its moves, deepened ply by ply until the search has to end.

use super::lists::{Child, Lists};
use super::moves::Valuer;
use super::options::AlphaBetaOptions;
use super::ordering::Ordering;
use super::table::Table;
use super::value::{INFINITE, LOSS, NEARLY_LOST, Value, WIN, probability};
use crate::board::{Move, Position};
use crate::control::{Outlook, Stop};
use crate::endgame::Pockets;
use crate::search::bounds::Bounds;
use crate::search::root_solver::{Attempts, RootSolver, Solved};
use crate::search::settings::Settings;

/// Evaluations for which the tree makes one simulation: the solver gets as much of the time as in a tree.
const EVALUATIONS_A_SIMULATION: u64 = 15;

/// Half the width of the window about the value that is expected, a quarter of a logit; it grows fourfold when that fails.
const WINDOW: Value = 128;

/// The search has to end.
pub(super) struct Ended;

/// What a player has for all its searches.
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) lists: Lists,
    pub(super) ordering: Ordering,
    pub(super) valuer: Valuer,
    pub(super) solver: RootSolver,
    pub(super) pockets: Pockets,
}

/// What was found out.
pub(super) struct Found {
    pub(super) best: Option<Move>,
    pub(super) value: Value,
    pub(super) depth: u32,
    pub(super) pv: Vec<Move>,
    pub(super) visits: u64,
}

pub(super) struct Search<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) options: &'a AlphaBetaOptions,
    pub(super) settings: Settings,
    bounds: &'a Bounds,
    stop: &'a Stop,
    root: Position,
    attempts: Option<Attempts>,
    solved: Option<Solved>,
    /// Lists of moves, and lines of best play, by ply.
    pub(super) children: Vec<Vec<Child>>,
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) found: Found,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        memory: &'a mut Memory,
        options: &'a AlphaBetaOptions,
        root: &Position,
        bounds: &'a Bounds,
        stop: &'a Stop,
    ) -> Search<'a> {
        let plies = root.empty().count() as usize + 2;
        let settings = options.settings;
        Search {
            memory,
            options,
            bounds,
            stop,
            root: *root,
            attempts: settings.solver.then(|| Attempts::new(root)).flatten(),
            settings,
            solved: None,
            children: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
            found: Found {
                best: None,
                value: 0,
                depth: 0,
                pv: Vec::new(),
                visits: 0,
            },
        }
    }

    /// Searches until nothing is left to find out, or until it has to end.
    pub(super) fn run(mut self) -> Found {
        let mut roots = Vec::new();
        self.memory.valuer.best_moves(
            &self.root,
            self.options.root_slides(),
            self.options.root_width(),
            &mut roots,
        );
        let Some(first) = roots.first() else {
            self.found.value = LOSS;
            return self.found;
        };
        self.found.best = Some(first.m);
        self.found.value = first.value;
        self.found.pv = vec![first.m];
        self.found.depth = 1;
        self.found.visits = 1;
        let _ = self.deepen(&mut roots);
        match self.solved {
            Some(Solved::Win(m)) => {
                if self.found.best != Some(m) {
                    self.found.pv = vec![m];
                }
                self.found.best = Some(m);
                self.found.value = WIN;
            }
            Some(Solved::Loss) => self.found.value = LOSS,
            None => {}
        }
        self.found
    }

    fn deepen(&mut self, roots: &mut Vec<Child>) -> Result<(), Ended> {
        let all = self.root.move_count();
        let deepest = self.options.depth.unwrap_or(u32::MAX);
        // One more than the longest game has plies: a line's last moves are valued, not played.
        let deepest = deepest.min(self.root.empty().count() + 1);
        for depth in 2..=deepest {
            let expected = self.found.value;
            let mut step = WINDOW;
            let mut window = match depth {
                2 => (-INFINITE, INFINITE),
                _ => (expected - step, expected + step),
            };
            let value = loop {
                let value = self.search_root(roots, depth, window)?;
                step = step.saturating_mul(4);
                if value <= NEARLY_LOST && (roots.len() as u64) < all {
                    let everything = usize::MAX;
                    let (root, valuer) = (self.root, &mut self.memory.valuer);
                    valuer.best_moves(&root, everything, everything, roots);
                    window = (-INFINITE, INFINITE);
                } else if value <= window.0 && value > LOSS {
                    window.0 = if step > WIN / 4 {
                        -INFINITE
                    } else {
                        value - step
                    };
                } else if value >= window.1 && value < WIN {
                    window.1 = if step > WIN / 4 {
                        INFINITE
                    } else {
                        value + step
                    };
                } else {
                    break value;
                }
            };
            self.found.value = value;
            self.found.depth = depth;
            if value.abs() >= WIN {
                break;
            }
        }
        Ok(())
    }

    /// Searches the moves of the root, and puts the best first.
    fn search_root(
        &mut self,
        roots: &mut [Child],
        depth: u32,
        (mut alpha, beta): (Value, Value),
    ) -> Result<Value, Ended> {
        let mut best = -INFINITE;
        for index in 0..roots.len() {
            let (root, child) = (self.root, roots[index]);
            let late = self.lateness(index, depth, best);
            let value = self.search_child(&root, child, 0, depth, late, (alpha, beta))?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    // A loss tells nothing of which move loses last; the last depth's move does.
                    if value > NEARLY_LOST {
                        self.found.best = Some(child.m);
                        self.found.value = value;
                        self.found.pv.clear();
                        self.found.pv.push(child.m);
                        self.found.pv.extend_from_slice(&self.lines[1]);
                    }
                    roots[..=index].rotate_right(1);
                }
                if alpha >= beta || best >= WIN {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Looks whether the search has to end.
    pub(super) fn look_up(&mut self) -> Result<(), Ended> {
        let valuer = &self.memory.valuer;
        if self.stop.is_stopped()
            || self.bounds.is_over_time()
            || self.bounds.has_enough_nodes(|| valuer.nodes)
            || self.bounds.has_enough_visits(self.found.visits)
        {
            return Err(Ended);
        }
        let outlook = || Outlook {
            best: self.found.best,
            // It is not known how much better the best move is.
            lead: 0,
            visits: self.found.visits,
            win_rate: probability(self.found.value),
        };
        self.bounds.consult_clock(outlook);
        if let Some(attempts) = &mut self.attempts
            && attempts.is_due(valuer.evaluations / EVALUATIONS_A_SIMULATION)
        {
            let solver = &self.memory.solver;
            self.solved = attempts.make(solver, self.bounds.time_left(), self.stop);
            if self.solved.is_some() {
                return Err(Ended);
            }
        }
        Ok(())
    }
}
