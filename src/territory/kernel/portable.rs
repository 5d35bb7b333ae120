//! The features with plain `u128` arithmetic, for any machine.

use super::immobility::immobility;
use crate::board::{Bitboard, Color, queen_moves};
use crate::territory::features::{Board, CONTESTED_UNIT, Features, KING_LEAD_CAP, NEARNESS_UNIT};

/// More levels than any distance on 100 squares needs.
const MAX_LEVELS: usize = 101;

/// The squares each side reaches within 0, 1, 2... moves; level 0 is empty, since amazons stand on no empty square.
struct Levels {
    reached: [[Bitboard; MAX_LEVELS]; 2],
    /// From this level on nothing changes.
    last: usize,
}

impl Levels {
    fn new(board: &Board, step: impl Fn(Bitboard, Bitboard) -> Bitboard) -> Levels {
        let mut reached = [[Bitboard::EMPTY; MAX_LEVELS]; 2];
        let mut fronts = board.amazons;
        let mut last = 0;
        while last + 1 < MAX_LEVELS {
            for (side, front) in fronts.iter_mut().enumerate() {
                let before = reached[side][last];
                *front = step(*front, board.empty) - before;
                reached[side][last + 1] = before | *front;
            }
            if fronts == [Bitboard::EMPTY; 2] {
                break;
            }
            last += 1;
        }
        Levels { reached, last }
    }

    /// What a side reaches within `level` moves; nothing below level 0.
    fn within(&self, side: usize, level: isize) -> Bitboard {
        usize::try_from(level).map_or(Bitboard::EMPTY, |level| {
            self.reached[side][level.min(self.last)]
        })
    }

    /// What a side reaches in `level` moves and no fewer.
    fn at(&self, side: usize, level: isize) -> Bitboard {
        self.within(side, level) - self.within(side, level - 1)
    }

    fn levels(&self) -> impl Iterator<Item = isize> + use<> {
        1..=self.last as isize
    }

    /// Squares nearer to side 0 minus squares nearer to side 1, and squares at equal distance.
    fn race(&self) -> (i32, i32) {
        let (mut lead, mut ties) = (0, 0);
        for level in self.levels() {
            let [white, black] = [0, 1].map(|side| self.at(side, level));
            lead += count(white - self.within(1, level)) - count(black - self.within(0, level));
            ties += count(white & black);
        }
        (lead, ties)
    }
}

fn count(set: Bitboard) -> i32 {
    set.count() as i32
}

/// Counts everything.
pub(crate) fn features(board: &Board) -> Features {
    let queen = Levels::new(board, |front, empty| {
        front
            .iter()
            .map(|square| queen_moves(square, empty))
            .fold(Bitboard::EMPTY, |seen, moves| seen | moves)
    });
    let king = Levels::new(board, |front, empty| front.neighbours() & empty);
    let (queen_race, queen_ties) = queen.race();
    let (king_race, king_ties) = king.race();
    let mut nearness = 0;
    let mut contested = 0;
    for level in queen.levels() {
        let [white, black] = [0, 1].map(|side| queen.at(side, level));
        nearness += (count(white) - count(black)) * (2 * NEARNESS_UNIT >> level.min(30));
        for apart in 0..=CONTESTED_UNIT.ilog2() as isize {
            let mut pairs = count(white & queen.at(1, level - apart));
            if apart > 0 {
                pairs += count(black & queen.at(0, level - apart));
            }
            contested += pairs * (CONTESTED_UNIT >> apart);
        }
    }
    // A sum of capped distances is a sum over levels of what is not yet reached. Capping the slower side's distance
    // at the faster one's plus the cap is adding to its set what the other has had for that long.
    let mut king_lead = 0;
    let cap = KING_LEAD_CAP as isize;
    for level in 1..=king.last as isize + cap {
        let white = king.within(0, level) | king.within(1, level - cap);
        let black = king.within(1, level) | king.within(0, level - cap);
        king_lead += count(white) - count(black);
    }
    Features {
        queen_race,
        queen_ties,
        king_race,
        king_ties,
        nearness,
        king_lead,
        contested,
        immobility: immobilities(board, [0, 1].map(|side| queen.reached[side][queen.last])),
    }
}

/// White's immobility minus Black's; `reached` holds the squares each side can reach.
fn immobilities(board: &Board, reached: [Bitboard; 2]) -> [i32; 2] {
    let mut sums = [0; 2];
    for color in Color::ALL {
        for amazon in board.amazons[color.index()] {
            let alpha = alpha(board, amazon, reached[(!color).index()], 8);
            for (sum, value) in sums.iter_mut().zip(immobility(alpha >> 1)) {
                *sum += color.sign() * value;
            }
        }
    }
    sums
}

/// Lieberum's alpha of an amazon in 256ths: the sum, over the squares one queen move away that the enemy can reach, of
/// their empty neighbours times 2^-(steps - 1), over at most `max_steps` steps.
pub(crate) fn alpha(
    board: &Board,
    amazon: crate::board::Square,
    enemy_reach: Bitboard,
    max_steps: u32,
) -> u32 {
    let moves = queen_moves(amazon, board.empty);
    let mut alpha = 0;
    for square in moves & enemy_reach {
        let across = square.column().abs_diff(amazon.column());
        let steps = u32::from(across.max(square.row().abs_diff(amazon.row())));
        if steps <= max_steps {
            let neighbours = Bitboard::from(square).neighbours() & board.empty;
            alpha += neighbours.count() << 8 >> (steps - 1);
        }
    }
    alpha
}
