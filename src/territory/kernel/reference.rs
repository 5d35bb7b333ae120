//! The features straight from their definitions, level by level: what the kernels must equal.

use super::immobility;
use crate::board::{Bitboard, Color, Square, queen_moves};
use crate::territory::census::{Census, FREEDOM, LEN, index};
use crate::territory::features::{
    ALPHA_STEPS, ALPHA_UNIT, Board, CONTESTED_UNIT, Features, KING_LEAD_CAP, NEARNESS_BITS,
};

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
    let (mut nearness, mut contested) = (0i128, 0);
    for level in queen.levels() {
        let [white, black] = [0, 1].map(|side| queen.at(side, level));
        // In units so small that no level is lost.
        nearness += i128::from(count(white) - count(black)) << (101 - level);
        for other in queen.levels() {
            let apart = level.abs_diff(other).min(CONTESTED_UNIT.ilog2() as usize);
            contested += count(white & queen.at(1, other)) * (CONTESTED_UNIT >> apart);
        }
    }
    let nearness = (nearness >> (100 - NEARNESS_BITS)) as i32;
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
            let alpha = alpha(board, amazon, reached[(!color).index()]);
            for (sum, value) in sums.iter_mut().zip(immobility::of(alpha)) {
                *sum += color.sign() * value;
            }
        }
    }
    sums
}

fn alpha(board: &Board, amazon: Square, enemy_reach: Bitboard) -> u32 {
    let mut alpha = 0;
    for square in queen_moves(amazon, board.empty) & enemy_reach {
        let across = square.column().abs_diff(amazon.column());
        let steps = u32::from(across.max(square.row().abs_diff(amazon.row())));
        if steps <= ALPHA_STEPS {
            let neighbours = Bitboard::from(square).neighbours() & board.empty;
            alpha += (neighbours.count() * ALPHA_UNIT as u32) >> (steps - 1);
        }
    }
    alpha
}

/// Counts squares and amazons by kind, as the table of [`census`] has them.
pub(crate) fn census(board: &Board) -> Census {
    let sides = [board.turn.index(), (!board.turn).index()];
    let mover_first = Board {
        amazons: sides.map(|side| board.amazons[side]),
        ..*board
    };
    let (amazons, empty) = (mover_first.amazons, board.empty);
    let queen = Levels::new(&mover_first, |front, empty| {
        front
            .iter()
            .map(|square| queen_moves(square, empty))
            .fold(Bitboard::EMPTY, |seen, moves| seen | moves)
    });
    let king = Levels::new(&mover_first, |front, empty| front.neighbours() & empty);
    // Squares at distance 1, 2... `most` - 1, further, and out of reach.
    let bands = |levels: &Levels, side: usize, most: isize| -> Vec<Bitboard> {
        let mut bands: Vec<_> = (1..most).map(|level| levels.at(side, level)).collect();
        let reached = levels.within(side, isize::MAX);
        bands.push(reached - levels.within(side, most - 1));
        bands.push(empty - reached);
        bands
    };
    let kings = [0, 1].map(|side| bands(&king, side, 7));
    let queens = [0, 1].map(|side| bands(&queen, side, 4));
    let neighbours = |square: Square| (Bitboard::from(square).neighbours() & empty).count();
    let mut out = Census([0; LEN]);
    let mut set = |group, row, column, count: u32| {
        out.0[index(group, row, column)] = count as u8;
    };
    for column in 0..8 {
        for row in 0..4 {
            set(0, row, column, (kings[0][row] & kings[1][column]).count());
            set(
                1,
                row,
                column,
                (kings[0][row + 4] & kings[1][column]).count(),
            );
        }
    }
    for row in 0..4 {
        for column in 0..5 {
            set(2, row, column, (queens[0][row] & queens[1][column]).count());
        }
        set(2, row, 5, (queens[1][row] & queens[0][4]).count());
        for (side, amazons) in amazons.iter().enumerate() {
            let of_kind = amazons
                .iter()
                .filter(|&square| neighbours(square).min(3) as usize == row);
            set(2, row, 6 + side, (16 * of_kind.count() as u32).min(255));
        }
    }
    let mut open = [[0; 5]; 4];
    for square in empty {
        let class = [0, 0, 1, 1, 2, 2, 3, 3, 3][neighbours(square) as usize];
        let distance = |side: usize| {
            (1..=queen.last as isize).find(|&level| queen.at(side, level).contains(square))
        };
        match [distance(0), distance(1)] {
            [Some(_), None] => open[0][class] += 1,
            [None, Some(_)] => open[1][class] += 1,
            [Some(a), Some(b)] if a < b => open[2][class] += 1,
            [Some(a), Some(b)] if a > b => open[3][class] += 1,
            [Some(_), Some(_)] => open[class][4] += 1,
            [None, None] => {}
        }
    }
    for (row, counts) in open.iter().enumerate() {
        for (column, &count) in counts.iter().enumerate() {
            set(3, row, column, count);
        }
    }
    for (side, amazons) in amazons.into_iter().enumerate() {
        let enemy_reach = queen.within(1 - side, isize::MAX);
        for amazon in amazons {
            let alpha = alpha(&mover_first, amazon, enemy_reach);
            for (knot, value) in immobility::freedom_of(alpha).into_iter().enumerate() {
                let sum = &mut out.0[FREEDOM + 8 * side + knot];
                *sum = sum.saturating_add(value);
            }
        }
    }
    out
}
