//! What must hold of distances and of the evaluation.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use amazons::territory::{Evaluator, evaluate, king_distances, queen_distances};
use amazons::{Bitboard, Color, Move, Position, Square, Symmetry, queen_moves};
use rand_pcg::Pcg64Mcg;

use super::rules::some;

/// Distances are those of a search from square to square.
pub fn distances(position: &Position) {
    for color in Color::ALL {
        let queen = |square| queen_moves(square, position.empty());
        let king = |square| Bitboard::from(square).neighbours() & position.empty();
        let maps = [
            (
                queen_distances(position, color),
                walked(position, color, queen),
            ),
            (
                king_distances(position, color),
                walked(position, color, king),
            ),
        ];
        for (map, expected) in maps {
            for square in Square::ALL {
                let expected = expected[square.index()];
                assert_eq!(map.at(square), expected, "{position}: {color} to {square}");
            }
        }
    }
}

/// The fewest steps from a side's amazons to every square, 255 where there is no way.
fn walked(position: &Position, color: Color, step: impl Fn(Square) -> Bitboard) -> [u8; 100] {
    let mut steps = [u8::MAX; 100];
    let mut queue: VecDeque<Square> = position.amazons(color).iter().collect();
    for amazon in &queue {
        steps[amazon.index()] = 0;
    }
    while let Some(square) = queue.pop_front() {
        for next in step(square) {
            if steps[next.index()] == u8::MAX {
                steps[next.index()] = steps[square.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

/// The evaluation is one function of the position, however it is asked for, and takes no side.
pub fn evaluation(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    let evaluator = Evaluator::new();
    let white_logit = evaluator.white_logit(position);
    assert!(white_logit.is_finite(), "{position}");
    let explained = evaluate(position);
    assert_eq!(explained.white_logit, white_logit, "{position}");
    for symmetry in Symmetry::ALL {
        let image = position.transformed(symmetry);
        assert_eq!(evaluator.white_logit(&image), white_logit, "{position}");
    }
    assert_eq!(
        evaluator.white_logit(&position.reversed()),
        -white_logit,
        "{position}"
    );

    let mut slides = Vec::new();
    let _ = position.for_each_slide(|from, to, _| {
        slides.push((from, to));
        ControlFlow::<()>::Continue(())
    });
    let mut in_bulk = Vec::new();
    evaluator.white_logits_after_slides(position, &slides, &mut in_bulk);
    assert_eq!(in_bulk.len(), slides.len(), "{position}");
    for (&(from, to), &found) in slides.iter().zip(&in_bulk) {
        let slid = position.slide_unchecked(from, to);
        assert_eq!(found, evaluator.white_logit_slid(&slid), "{position}");
    }
    if let Some(&m) = some(moves, rng).first() {
        let slid = position.slide(m.from, m.to).unwrap();
        evaluator.white_logits_after_shots(&slid, slid.shots(), &mut in_bulk);
        assert_eq!(in_bulk.len() as u32, slid.shots().count(), "{position}");
        for (arrow, &found) in slid.shots().iter().zip(&in_bulk) {
            let after = slid.shoot_unchecked(arrow);
            assert_eq!(found, evaluator.white_logit(&after), "{position}");
        }
    }
}
