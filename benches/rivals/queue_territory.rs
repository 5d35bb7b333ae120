//! The rival that anyone writes first: plain arrays and a queue. It computes what the evaluation needs from distances (t1,
//! t2, c1, c2, w) and the amazons' mobility, from a board of bytes.

use std::collections::VecDeque;

use amazons::{Color, Content, Position, Square};

const UNREACHABLE: u8 = 255;
const SIDE: usize = 12;
const DIRECTIONS: [isize; 8] = [-13, -12, -11, -1, 1, 11, 12, 13];

/// Squares with a border of burnt ones around them.
pub struct Board {
    empty: [bool; SIDE * SIDE],
    amazons: [Vec<usize>; 2],
}

/// What it counts, White minus Black.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counts {
    pub t1: i32,
    pub t2: i32,
    pub c1: f64,
    pub c2: f64,
    pub w: f64,
    /// The sum of 2^(-alpha/6) over the amazons.
    pub immobility: f64,
}

fn at(square: Square) -> usize {
    (usize::from(square.row()) + 1) * SIDE + usize::from(square.column()) + 1
}

impl Board {
    pub fn new(position: &Position) -> Board {
        let mut board = Board {
            empty: [false; SIDE * SIDE],
            amazons: [Vec::new(), Vec::new()],
        };
        for square in Square::ALL {
            match position.at(square) {
                Some(Content::Empty) => board.empty[at(square)] = true,
                Some(Content::Amazon(color)) => board.amazons[color.index()].push(at(square)),
                _ => {}
            }
        }
        board
    }

    /// Breadth first; `sliding` by queen moves, else by king moves.
    pub fn distances(&self, color: Color, sliding: bool) -> [u8; SIDE * SIDE] {
        let mut distances = [UNREACHABLE; SIDE * SIDE];
        let mut queue = VecDeque::with_capacity(SIDE * SIDE);
        for &from in &self.amazons[color.index()] {
            distances[from] = 0;
            queue.push_back(from);
        }
        while let Some(from) = queue.pop_front() {
            let next = distances[from] + 1;
            for direction in DIRECTIONS {
                let mut to = from.wrapping_add_signed(direction);
                while self.empty[to] {
                    if distances[to] == UNREACHABLE {
                        distances[to] = next;
                        queue.push_back(to);
                    } else if distances[to] < next {
                        // What lies beyond was reached from there.
                        break;
                    }
                    if !sliding {
                        break;
                    }
                    to = to.wrapping_add_signed(direction);
                }
            }
        }
        distances
    }

    pub fn counts(&self) -> Counts {
        let queen = Color::ALL.map(|color| self.distances(color, true));
        let king = Color::ALL.map(|color| self.distances(color, false));
        let mut counts = Counts {
            t1: 0,
            t2: 0,
            c1: 0.0,
            c2: 0.0,
            w: 0.0,
            immobility: 0.0,
        };
        let near = |distance: u8| {
            if distance == UNREACHABLE {
                0.0
            } else {
                (-f64::from(distance)).exp2()
            }
        };
        for square in 0..SIDE * SIDE {
            if !self.empty[square] {
                continue;
            }
            let (white, black) = (queen[0][square], queen[1][square]);
            counts.t1 += i32::from(white < black) - i32::from(black < white);
            counts.c1 += 2.0 * (near(white) - near(black));
            if white != UNREACHABLE && black != UNREACHABLE {
                counts.w += near(white.abs_diff(black));
            }
            let (white, black) = (king[0][square], king[1][square]);
            counts.t2 += i32::from(white < black) - i32::from(black < white);
            counts.c2 += ((f64::from(black) - f64::from(white)) / 6.0).clamp(-1.0, 1.0);
        }
        for color in Color::ALL {
            for &from in &self.amazons[color.index()] {
                let alpha = self.alpha(from, &queen[(!color).index()]);
                counts.immobility += f64::from(color.sign()) * (-alpha / 6.0).exp2();
            }
        }
        counts
    }

    fn alpha(&self, from: usize, enemy: &[u8; SIDE * SIDE]) -> f64 {
        let mut alpha = 0.0;
        for direction in DIRECTIONS {
            let mut to = from.wrapping_add_signed(direction);
            let mut weight = 1.0;
            while self.empty[to] {
                if enemy[to] != UNREACHABLE {
                    let neighbours = DIRECTIONS
                        .iter()
                        .filter(|&&step| self.empty[to.wrapping_add_signed(step)])
                        .count();
                    alpha += weight * neighbours as f64;
                }
                weight /= 2.0;
                to = to.wrapping_add_signed(direction);
            }
        }
        alpha
    }
}
