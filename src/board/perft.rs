use core::ops::ControlFlow;

use super::moves::Move;
use super::position::Position;

/// The number of move sequences of exactly `depth` plies: the usual check, and the usual speed test, of a move
/// generator. Depth 0 counts 1. Sums past `u64::MAX` stay there.
///
/// ```
/// use amazons::{Position, perft};
/// assert_eq!(perft(&Position::start(), 1), 2176);
/// assert_eq!(perft(&Position::standard(4, 4).unwrap(), 3), 139_500);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.move_count(),
        _ => {
            let mut nodes = 0u64;
            let _ = position.for_each_slide(|from, to, shots| {
                let slid = position.slide_unchecked(from, to);
                for arrow in shots {
                    nodes = nodes.saturating_add(perft(&slid.shoot_unchecked(arrow), depth - 1));
                }
                ControlFlow::<()>::Continue(())
            });
            nodes
        }
    }
}

/// [`perft`] by first move: every legal move with the number of sequences of `depth` plies that start with it. Depth 0
/// has no first move and gives an empty list.
///
/// ```
/// use amazons::{Position, perft, perft_divide};
/// let position = Position::standard(4, 4).unwrap();
/// let counts = perft_divide(&position, 2);
/// assert_eq!(counts.len(), 88);
/// assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), perft(&position, 2));
/// ```
#[must_use]
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut counts = Vec::new();
    for m in position.legal_moves() {
        let mut after = *position;
        after.play_unchecked(m);
        counts.push((m, perft(&after, rest)));
    }
    counts
}
