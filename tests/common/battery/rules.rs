//! What must hold of the rules.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use amazons::{
    Bitboard, Color, Content, Move, PlayError, Position, Square, Symmetry, perft, perft_divide,
};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::super::plain_moves::PlainBoard;

/// Boards up to this size have all their (from, to, arrow) tried; of larger ones a sample is.
const WHOLE_MOVE_SPACE: u32 = 25;

/// Every square of the board has one content, and the position can be made again from them.
pub fn contents(position: &Position) {
    let sets = [
        position.empty(),
        position.amazons(Color::White),
        position.amazons(Color::Black),
        position.burnt(),
    ];
    let total: u32 = sets.iter().map(|set| set.count()).sum();
    assert_eq!(total, position.squares().count(), "{position}");
    assert_eq!(
        u32::from(position.columns()) * u32::from(position.rows()),
        total
    );
    for square in Square::ALL {
        let expected = [
            Content::Empty,
            Content::Amazon(Color::White),
            Content::Amazon(Color::Black),
            Content::Burnt,
        ];
        let found: Vec<Content> = expected
            .into_iter()
            .zip(sets)
            .filter(|(_, set)| set.contains(square))
            .map(|(content, _)| content)
            .collect();
        assert!(found.len() <= 1, "{position}: {square}");
        assert_eq!(
            position.at(square),
            found.first().copied(),
            "{position}: {square}"
        );
    }
    same_in_all(&remade(position), position);
    for turn in Color::ALL {
        let turned = position.with_turn(turn);
        assert_eq!(turned.turn(), turn);
        same_in_all(&remade(&turned), &turned);
        same_in_all(&turned.with_turn(position.turn()), position);
    }
}

/// The position built anew, its hash too.
pub fn remade(position: &Position) -> Position {
    Position::from_setup(&position.setup()).unwrap()
}

pub fn same_in_all(a: &Position, b: &Position) {
    assert_eq!(a, b);
    assert_eq!(a.zobrist_hash(), b.zobrist_hash(), "{a}");
    assert_eq!(a.setup(), b.setup());
}

/// All ways to list the moves give the same moves.
pub fn listings_agree(position: &Position, moves: &[Move]) {
    let set: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "{position}: a move twice");
    assert!(moves.is_sorted(), "{position}: out of order");
    let plain = PlainBoard::new(position);
    assert_eq!(BTreeSet::from_iter(plain.moves()), set, "{position}");

    assert_eq!(position.move_count(), moves.len() as u64, "{position}");
    assert_eq!(plain.move_count(), moves.len() as u64, "{position}");
    assert_eq!(perft(position, 0), 1);
    assert_eq!(perft(position, 1), moves.len() as u64, "{position}");
    let divided = perft_divide(position, 1);
    assert!(divided.iter().all(|&(_, nodes)| nodes == 1));
    assert!(divided.iter().map(|(m, _)| m).eq(moves), "{position}");

    let by_amazon: Vec<Move> = Square::ALL
        .into_iter()
        .flat_map(|from| position.moves_from(from))
        .collect();
    assert_eq!(by_amazon, moves, "{position}");

    let mut in_bulk = Vec::new();
    let mut slides = 0usize;
    let end = position.for_each_slide(|from, to, shots| {
        slides += 1;
        assert_eq!(shots, position.shots(from, to), "{position}: {from}{to}");
        assert!(position.slides_from(from).contains(to));
        in_bulk.extend(shots.iter().map(|arrow| Move::new(from, to, arrow)));
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(end, ControlFlow::Continue(()));
    assert_eq!(in_bulk, moves, "{position}");

    for stop in [1, slides / 2, slides] {
        let mut calls = 0;
        let end = position.for_each_slide(|from, to, _| {
            calls += 1;
            if calls == stop {
                ControlFlow::Break((from, to))
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(end.is_break(), stop > 0 && slides > 0, "{position}");
        assert_eq!(calls, if stop == 0 { slides } else { stop.min(slides) });
    }
}

/// `is_legal` says yes to the legal moves and to nothing else.
pub fn legality(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    let legal: BTreeSet<Move> = moves.iter().copied().collect();
    let agrees = |m: Move| {
        assert_eq!(position.is_legal(m), legal.contains(&m), "{position}: {m}");
        let slid = position.slide(m.from, m.to);
        let shot = slid.ok().and_then(|slid| slid.shoot(m.arrow).ok());
        assert_eq!(shot.is_some(), legal.contains(&m), "{position}: {m}");
    };
    if position.squares().count() <= WHOLE_MOVE_SPACE {
        for from in position.squares() {
            for to in position.squares() {
                for arrow in position.squares() {
                    agrees(Move::new(from, to, arrow));
                }
            }
        }
    }
    let any = |rng: &mut Pcg64Mcg| Square::ALL[rng.random_range(0..100)];
    for _ in 0..100 {
        agrees(Move::new(any(rng), any(rng), any(rng)));
    }
    // Moves that are nearly legal: each square in turn exchanged for another.
    for _ in 0..moves.len().min(100) {
        let m = moves[rng.random_range(0..moves.len())];
        agrees(m);
        agrees(Move::new(any(rng), m.to, m.arrow));
        agrees(Move::new(m.from, any(rng), m.arrow));
        agrees(Move::new(m.from, m.to, any(rng)));
        agrees(Move::new(m.to, m.from, m.arrow));
    }
}

/// A sample of the moves, or all of them when they are few.
pub fn some<'a>(moves: &'a [Move], rng: &mut Pcg64Mcg) -> Vec<&'a Move> {
    if moves.len() <= 32 {
        return moves.iter().collect();
    }
    (0..32)
        .map(|_| &moves[rng.random_range(0..moves.len())])
        .collect()
}

/// Playing, sliding and shooting, and taking back.
pub fn playing(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    for &m in some(moves, rng) {
        let mut after = *position;
        after.play(m).unwrap();
        same_in_all(&remade(&after), &after);
        assert_ne!(after.turn(), position.turn());
        assert!(after.burnt().contains(m.arrow), "{position}: {m}");
        assert!(after.amazons(position.turn()).contains(m.to));
        assert_eq!(after.empty().count() + 1, position.empty().count());

        let mut unchecked = *position;
        unchecked.play_unchecked(m);
        same_in_all(&unchecked, &after);

        let slid = position.slide(m.from, m.to).unwrap();
        assert_eq!(slid, position.slide_unchecked(m.from, m.to));
        assert_eq!(slid.mover(), position.turn());
        assert_eq!((slid.from(), slid.to()), (m.from, m.to));
        assert_eq!(slid.shots(), position.shots(m.from, m.to));
        assert_eq!(slid.completed(m.arrow), m);
        assert!(slid.shots().contains(m.from), "{position}: {m}");
        same_in_all(&slid.shoot(m.arrow).unwrap(), &after);
        same_in_all(&slid.shoot_unchecked(m.arrow), &after);

        let mut back = after;
        back.undo(m).unwrap();
        same_in_all(&back, position);
        // What was not played can't be taken back, and the attempt changes nothing.
        let mut twice = *position;
        assert_eq!(twice.undo(m), Err(PlayError::NotLast(m)), "{position}");
        same_in_all(&twice, position);
    }
}

/// A finished game refuses every move; another has one.
pub fn ending(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    assert_eq!(position.has_move(), !moves.is_empty(), "{position}");
    let winner = position.outcome().map(|outcome| outcome.winner);
    let expected = moves.is_empty().then_some(!position.turn());
    assert_eq!(winner, expected, "{position}");
    if moves.is_empty() {
        assert_eq!(position.random_move(rng), None);
        for from in Square::ALL {
            assert_eq!(position.slides_from(from), Bitboard::EMPTY, "{position}");
            for to in Square::ALL {
                let mut after = *position;
                assert!(after.play(Move::new(from, to, from)).is_err());
                assert!(after.slide(from, to).is_err());
                assert_eq!(after, *position);
            }
        }
    }
}

/// The board laid on itself in another way, or the colours exchanged, is the same game.
pub fn symmetries(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    let (columns, rows) = (position.columns(), position.rows());
    let sample = some(moves, rng);
    for symmetry in Symmetry::ALL {
        let image = position.transformed(symmetry);
        same_in_all(&remade(&image), &image);
        assert_eq!(image.move_count(), position.move_count(), "{position}");
        same_in_all(&image.transformed(symmetry.inverse()), position);
        same_in_all(
            &image.reversed(),
            &position.reversed().transformed(symmetry),
        );
        assert_eq!(image.symmetric_hash(), position.symmetric_hash());
        for &&m in &sample {
            let image_m = symmetry.apply_to_move(m, columns, rows).unwrap();
            let mut after_image = image;
            after_image.play(image_m).unwrap();
            let mut after = *position;
            after.play(m).unwrap();
            same_in_all(&after_image, &after.transformed(symmetry));
        }
    }
    let reversed = position.reversed();
    same_in_all(&reversed.reversed(), position);
    assert_ne!(reversed.turn(), position.turn());
    assert_eq!(reversed.symmetric_hash(), position.symmetric_hash());
    assert_eq!(reversed.legal_moves(), moves, "{position}");
}

/// Every legal move is as likely as any other, by a chi-square test.
pub fn random_moves(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    if moves.is_empty() {
        return;
    }
    /// Draws a move that the test needs for its distribution to be near that of chi-square.
    const DRAWS: usize = 8;
    let mut counts: HashMap<Move, u32> = moves.iter().map(|&m| (m, 0)).collect();
    for _ in 0..DRAWS * moves.len() {
        let m = position.random_move(rng).unwrap();
        *counts.get_mut(&m).expect("a legal move") += 1;
    }
    let expected = DRAWS as f64;
    let chi_square: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    let degrees = (moves.len() - 1) as f64;
    if degrees > 0.0 {
        // Wilson and Hilferty 1931: its cube root is nearly normal. Six standard deviations in thousands of tests
        // are a fault and no accident.
        let spread = 2.0 / (9.0 * degrees);
        let deviation = ((chi_square / degrees).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(
            deviation < 6.0,
            "{position}: {deviation} standard deviations"
        );
    }
}

/// The position with the amazons of the side to move elsewhere.
fn placed(position: &Position, own: Bitboard) -> Position {
    let mut setup = position.setup();
    match position.turn() {
        Color::White => setup.white = own,
        Color::Black => setup.black = own,
    }
    Position::from_setup(&setup).unwrap()
}

/// Different positions have different hashes, slid ones among them.
pub fn hashes(position: &Position, moves: &[Move]) {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut note = |hash: u64, what: String| {
        if let Some(other) = seen.insert(hash, what.clone()) {
            assert_eq!(other, what, "one hash for two positions");
        }
    };
    note(position.zobrist_hash(), position.to_string());
    note(
        position.with_turn(!position.turn()).zobrist_hash(),
        position.with_turn(!position.turn()).to_string(),
    );
    let _ = position.for_each_slide(|from, to, _| {
        let slid = position.slide_unchecked(from, to);
        note(slid.zobrist_hash(), format!("{position} {from}{to}"));
        // The same amazons on the same squares, but nobody about to shoot.
        let plain = placed(position, slid.amazons(position.turn()));
        assert_ne!(
            slid.zobrist_hash(),
            plain.zobrist_hash(),
            "{position} {from}{to}"
        );
        // The same again, but another amazon is about to shoot.
        let others = slid.amazons(position.turn()).without(to);
        let other = others.iter().find_map(|other| {
            let beside = (Bitboard::from(other).neighbours() & slid.empty()).first()?;
            let before = placed(&plain, others.with(to).without(other).with(beside));
            Some(before.slide(beside, other).unwrap())
        });
        if let Some(other) = other {
            assert_eq!(other.empty(), slid.empty());
            assert_ne!(
                slid.zobrist_hash(),
                other.zobrist_hash(),
                "{position} {from}{to}"
            );
        }
        ControlFlow::<()>::Continue(())
    });
    for &m in moves.iter().take(200) {
        let mut after = *position;
        after.play_unchecked(m);
        note(after.zobrist_hash(), after.to_string());
    }
}
