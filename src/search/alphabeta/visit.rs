//! Positions below the root: negamax with a principal variation, and what is remembered of it.

use super::leaf::Leaf;
use super::lists::Child;
use super::search::{Ended, Memory, Search};
use super::table::{Bound, Stored};
use super::value::{INFINITE, LOSS, NEARLY_LOST, Value, WIN};
use crate::board::{Move, Position};

impl Search<'_> {
    /// How many plies less deep a child of this number is searched at first; `None` for the first one, which the others are
    /// compared with.
    pub(super) fn lateness(&self, number: usize, depth: u32, best: Value) -> Option<u32> {
        match (number, best > NEARLY_LOST) {
            (0, _) => None,
            (_, true) => Some(self.options.reduction(depth, number)),
            (_, false) => Some(0),
        }
    }

    /// The value of a child for the side that chooses it: of a later one first whether it is better than the best, then how
    /// much.
    pub(super) fn search_child(
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
        let key = position.zobrist_hash();
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
}
