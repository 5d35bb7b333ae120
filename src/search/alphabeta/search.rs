//! The search of one position: negamax with a principal variation, deepened ply by ply.

use super::leaf::Leaf;
use super::lists::{Child, Lists};
use super::moves::Valuer;
use super::options::AlphaBetaOptions;
use super::ordering::Ordering;
use super::table::{Bound, Stored, Table};
use super::value::{INFINITE, LOSS, NEARLY_LOST, Value, WIN, probability};
use crate::board::{Move, Position};
use crate::control::{Limits, Outlook, Stop};
use crate::endgame::Pockets;
use crate::search::bounds::Bounds;
use crate::search::root_solver::{Attempts, RootSolver, Solved};
use crate::search::settings::Settings;

/// Evaluations for which the tree makes one simulation: the solver gets as much of the time as in a tree.
const EVALUATIONS_A_SIMULATION: u64 = 15;

/// Half the width of the window about the value that is expected, a quarter of a logit; it grows fourfold when that fails.
const WINDOW: Value = 128;

/// The search has to end.
struct Ended;

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
    memory: &'a mut Memory,
    options: &'a AlphaBetaOptions,
    settings: Settings,
    bounds: Bounds,
    stop: &'a Stop,
    root: Position,
    attempts: Option<Attempts>,
    solved: Option<Solved>,
    /// Lists of moves, and lines of best play, by ply.
    children: Vec<Vec<Child>>,
    lines: Vec<Vec<Move>>,
    found: Found,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        memory: &'a mut Memory,
        options: &'a AlphaBetaOptions,
        root: &Position,
        limits: &Limits,
        stop: &'a Stop,
    ) -> Search<'a> {
        let bounds = Bounds::new(root, root.move_count() == 1, 1);
        bounds.set(limits, Default::default());
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

    /// How many plies less deep a child of this number is searched at first; `None` for the first one, which the others are
    /// compared with.
    fn lateness(&self, number: usize, depth: u32, best: Value) -> Option<u32> {
        match (number, best > NEARLY_LOST) {
            (0, _) => None,
            (_, true) => Some(self.options.reduction(depth, number)),
            (_, false) => Some(0),
        }
    }

    /// The value of a child for the side that chooses it: of a later one first whether it is better than the best, then how
    /// much.
    fn search_child(
        &mut self,
        position: &Position,
        child: Child,
        ply: usize,
        depth: u32,
        late: Option<u32>,
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Ended> {
        let mut after = *position;
        after.play_unchecked(child.m);
        let mut visit = |depth, alpha: Value, beta: Value| {
            let value = self.visit(&after, -child.value, ply + 1, depth, (-beta, -alpha));
            value.map(|value| -value)
        };
        let Some(reduction) = late else {
            return visit(depth - 1, alpha, beta);
        };
        let shallow = (depth - 1).saturating_sub(reduction).max(1);
        let mut value = visit(shallow, alpha, alpha + 1)?;
        if value > alpha && shallow < depth - 1 {
            value = visit(depth - 1, alpha, alpha + 1)?;
        }
        if value > alpha && value < beta {
            value = visit(depth - 1, alpha, beta)?;
        }
        Ok(value)
    }

    /// The value of a position for the side to move, whose static value is `own`, searched `depth` plies deep: exact between
    /// `alpha` and `beta`, else a bound.
    fn visit(
        &mut self,
        position: &Position,
        own: Value,
        ply: usize,
        depth: u32,
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Ended> {
        self.look_up()?;
        self.found.visits += 1;
        self.lines[ply].clear();
        let key = position.hash();
        let stored = self.memory.table.get(key);
        if let Some(stored) = stored
            && (stored.depth >= depth || stored.value.abs() >= WIN)
        {
            let enough = match stored.bound {
                Bound::Exact => true,
                Bound::Lower => stored.value >= beta,
                Bound::Upper => stored.value <= alpha,
            };
            if enough {
                if let Some(best) = stored.best {
                    self.lines[ply].push(best);
                }
                return Ok(stored.value);
            }
        }
        // What is in the table was open when it got there.
        if stored.is_none()
            && let Some(winner) = self
                .settings
                .known_winner(position, &mut self.memory.pockets)
        {
            let value = if winner == position.turn() { WIN } else { LOSS };
            self.store(key, value, Bound::Exact, depth, None);
            return Ok(value);
        }
        let (value, bound, best) = if depth <= 1 {
            let leaf = Leaf::new(own, self.options.static_percent);
            let window = leaf.window_of_best(alpha, beta);
            let (best, bound, m) = self.visit_frontier(position, key, ply, window);
            (leaf.value(best), bound, m)
        } else {
            let first = stored.and_then(|stored| stored.best);
            self.visit_inside(position, key, ply, depth, (alpha, beta), first)?
        };
        self.store(key, value, bound, depth, best);
        Ok(value)
    }

    fn store(&mut self, key: u64, value: Value, bound: Bound, depth: u32, best: Option<Move>) {
        let stored = Stored {
            value,
            bound,
            depth,
            best,
        };
        self.memory.table.put(key, stored);
    }

    /// Finds the best child's static value: slide by slide, until one is good enough or none can be.
    fn visit_frontier(
        &mut self,
        position: &Position,
        key: u64,
        ply: usize,
        (alpha, beta): (Value, Value),
    ) -> (Value, Bound, Option<Move>) {
        let mut list = core::mem::take(&mut self.children[ply]);
        let mut most = INFINITE;
        let Memory { lists, valuer, .. } = &mut *self.memory;
        let mut passed_over = false;
        if !lists.get(key, &mut list) {
            valuer.gathered.clear();
            most = -INFINITE;
            for number in 0..valuer.value_slides(position).min(self.options.slides) {
                let hope = valuer.slide(number).value + self.options.best_shot_gain();
                if number > 0 && hope <= alpha {
                    most = most.max(hope);
                    passed_over = true;
                    break;
                }
                most = most.max(valuer.value_shots(position, number));
                if most >= beta {
                    passed_over = true;
                    break;
                }
            }
            let keep = if passed_over { 1 } else { self.options.width };
            valuer.take_best(keep, &mut list);
            if !passed_over && !list.is_empty() {
                lists.put(key, &list);
            }
        }
        let best = list.first().copied();
        self.children[ply] = list;
        let Some(best) = best else {
            return (LOSS, Bound::Exact, None);
        };
        self.lines[ply].push(best.m);
        if !passed_over {
            (best.value, Bound::Exact, Some(best.m))
        } else if best.value >= beta {
            (best.value, Bound::Lower, Some(best.m))
        } else {
            (most, Bound::Upper, Some(best.m))
        }
    }

    fn visit_inside(
        &mut self,
        position: &Position,
        key: u64,
        ply: usize,
        depth: u32,
        (mut alpha, beta): (Value, Value),
        first: Option<Move>,
    ) -> Result<(Value, Bound, Option<Move>), Ended> {
        let (original_alpha, mover) = (alpha, position.turn());
        let mut list = core::mem::take(&mut self.children[ply]);
        let Memory {
            lists,
            valuer,
            ordering,
            ..
        } = &mut *self.memory;
        if !lists.get(key, &mut list) {
            let (slides, width) = (self.options.slides, self.options.width);
            valuer.best_moves(position, slides, width, &mut list);
            if !list.is_empty() {
                lists.put(key, &list);
            }
        }
        ordering.sort(mover, ply, first, &mut list);
        let mut best = (-INFINITE, None);
        let width = self.options.width_at(depth);
        for (index, &child) in list.iter().enumerate() {
            // Whether a position is lost is found out of all of its moves.
            if index >= width && best.0 > NEARLY_LOST {
                break;
            }
            let late = self.lateness(index, depth, best.0);
            let value = self.search_child(position, child, ply, depth, late, (alpha, beta))?;
            if value > best.0 {
                best = (value, Some(child.m));
                if value > alpha {
                    alpha = value;
                    if beta - original_alpha > 1 {
                        let [line, next] = &mut self.lines[ply..ply + 2] else {
                            continue;
                        };
                        line.clear();
                        line.push(child.m);
                        line.extend_from_slice(next);
                    }
                }
                if value >= beta || value >= WIN {
                    self.memory.ordering.praise(mover, child.m, ply, depth);
                    break;
                }
            }
        }
        let count = list.len() as u64;
        self.children[ply] = list;
        let (mut value, best) = best;
        if value <= LOSS {
            let all = count == position.move_count();
            value = if all { LOSS } else { NEARLY_LOST };
        }
        let bound = match value {
            WIN.. | ..=LOSS => Bound::Exact,
            _ if value >= beta => Bound::Lower,
            _ if value <= original_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        Ok((value, bound, best))
    }

    /// Looks whether the search has to end.
    fn look_up(&mut self) -> Result<(), Ended> {
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
