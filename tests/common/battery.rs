//! Everything that must hold of any position, in one function.
//!
//! A new room of the library adds a function here and calls it from [`check`]: every position that any test, data
//! file or fuzzer comes up with then checks it too.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::ControlFlow;

use amazons::notation::{Diagram, Format};
use amazons::territory::{Evaluator, evaluate, king_distances, queen_distances};
use amazons::{
    Bitboard, Color, Content, Engine, EngineOptions, Game, Limits, Move, Position, Proven, Square,
    Symmetry, endgame, perft, perft_divide, queen_moves,
};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::brute::Brute;
use super::plain_moves::PlainBoard;
use super::positions;

/// Boards up to this size have all their (from, to, arrow) tried; of larger ones a sample is.
const WHOLE_MOVE_SPACE: u32 = 25;

/// Positions of up to this many empty squares are decided by brute force.
const BRUTE_EMPTIES: u32 = 7;

/// One position in so many is searched.
const SEARCH_ONE_IN: u64 = 8;

/// Simulations of that search.
const SEARCH_VISITS: u64 = 40;

/// Nodes that an exact count of an ending may search: many positions need none, some more.
const ENDING_WORK: u64 = 500;

/// Checks a position. Panics with the position's FEN when something does not hold.
pub fn check(position: &Position) {
    let mut rng = positions::rng(position.hash());
    let moves = position.legal_moves();
    contents(position);
    text(position, &moves, &mut rng);
    listings_agree(position, &moves);
    legality(position, &moves, &mut rng);
    playing(position, &moves, &mut rng);
    ending(position, &moves, &mut rng);
    symmetries(position, &moves, &mut rng);
    random_moves(position, &moves, &mut rng);
    hashes(position, &moves);
    endings_known(position);
    distances(position);
    evaluation(position, &moves, &mut rng);
    // A search costs more than all the rest.
    if position.hash().is_multiple_of(SEARCH_ONE_IN) {
        search(position);
    }
}

/// Every square of the board has one content, and the position can be made again from them.
fn contents(position: &Position) {
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
fn remade(position: &Position) -> Position {
    Position::from_setup(&position.setup()).unwrap()
}

fn same_in_all(a: &Position, b: &Position) {
    assert_eq!(a, b);
    assert_eq!(a.hash(), b.hash(), "{a}");
    assert_eq!(a.setup(), b.setup());
}

/// What is written is read again: positions, moves, and games in the forms that take any start.
fn text(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    let fen = position.to_string();
    let read: Position = fen.parse().unwrap();
    same_in_all(&read, position);
    let short: Vec<&str> = fen.split(' ').take(2).collect();
    same_in_all(&short.join(" ").parse().unwrap(), position);

    let last = some(moves, rng).first().copied().copied();
    let game = Game::from_moves(*position, last).unwrap();
    for format in [Format::Plain, Format::Numbered, Format::Uci, Format::Json] {
        let written = format.write(&game).unwrap();
        let read = format.read(&written).unwrap();
        assert_eq!(read.start(), game.start(), "{written}");
        assert_eq!(read.moves(), game.moves(), "{written}");
    }
    let end = game.last_position();
    let drawing = Diagram::new(end).last_move(last).to_string();
    let marks = |mark: char| drawing.chars().filter(|&c| c == mark).count() as u32;
    assert_eq!(marks('W'), end.amazons(Color::White).count(), "{drawing}");
    assert_eq!(marks('B'), end.amazons(Color::Black).count(), "{drawing}");
    assert_eq!(marks('*'), end.burnt().count(), "{drawing}");
}

/// All ways to list the moves give the same moves.
fn listings_agree(position: &Position, moves: &[Move]) {
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
fn legality(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
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
fn some<'a>(moves: &'a [Move], rng: &mut Pcg64Mcg) -> Vec<&'a Move> {
    if moves.len() <= 32 {
        return moves.iter().collect();
    }
    (0..32)
        .map(|_| &moves[rng.random_range(0..moves.len())])
        .collect()
}

/// Playing, sliding and shooting, and taking back.
fn playing(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
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
        if twice.undo(m).is_ok() {
            assert!(twice.is_legal(m), "{position}: {m}");
        } else {
            same_in_all(&twice, position);
        }
    }
}

/// A finished game refuses every move; another has one.
fn ending(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
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
fn symmetries(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
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
    assert_eq!(reversed.legal_moves(), moves, "{position}");
}

/// Every legal move is as likely as any other, by a chi-square test.
fn random_moves(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
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
fn hashes(position: &Position, moves: &[Move]) {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut note = |hash: u64, what: String| {
        if let Some(other) = seen.insert(hash, what.clone()) {
            assert_eq!(other, what, "one hash for two positions");
        }
    };
    note(position.hash(), position.to_string());
    note(
        position.with_turn(!position.turn()).hash(),
        position.with_turn(!position.turn()).to_string(),
    );
    let _ = position.for_each_slide(|from, to, _| {
        let slid = position.slide_unchecked(from, to);
        note(slid.hash(), format!("{position} {from}{to}"));
        // The same amazons on the same squares, but nobody about to shoot.
        let plain = placed(position, slid.amazons(position.turn()));
        assert_ne!(slid.hash(), plain.hash(), "{position} {from}{to}");
        // The same again, but another amazon is about to shoot.
        let others = slid.amazons(position.turn()).without(to);
        let other = others.iter().find_map(|other| {
            let beside = (Bitboard::from(other).neighbours() & slid.empty()).first()?;
            let before = placed(&plain, others.with(to).without(other).with(beside));
            Some(before.slide(beside, other).unwrap())
        });
        if let Some(other) = other {
            assert_eq!(other.empty(), slid.empty());
            assert_ne!(slid.hash(), other.hash(), "{position} {from}{to}");
        }
        ControlFlow::<()>::Continue(())
    });
    for &m in moves.iter().take(200) {
        let mut after = *position;
        after.play_unchecked(m);
        note(after.hash(), after.to_string());
    }
}

/// What is said to be known of the end of the game is so.
fn endings_known(position: &Position) {
    let parts = endgame::parts(position);
    let mut seen = Bitboard::EMPTY;
    for part in &parts {
        let amazons = part.amazons(Color::White) | part.amazons(Color::Black);
        let all = amazons | part.empty();
        assert!(
            !part.empty().is_empty() && !amazons.is_empty(),
            "{position}"
        );
        assert!(seen.is_disjoint(all), "{position}");
        // No step leads from one part to another.
        assert!(all.neighbours().is_disjoint(seen), "{position}");
        assert!(part.empty().is_subset(position.empty()));
        for color in Color::ALL {
            assert!(part.amazons(color).is_subset(position.amazons(color)));
        }
        seen |= all;
    }
    // What is in no part can never matter: no amazon stands next to an empty square there.
    let amazons = position.amazons(Color::White) | position.amazons(Color::Black);
    let idle = amazons - seen;
    assert!(
        idle.neighbours().is_disjoint(position.empty()),
        "{position}"
    );
    assert!(
        seen.neighbours().is_disjoint(position.empty() - seen),
        "{position}"
    );

    let separated = endgame::is_separated(position);
    let mixed = parts.iter().any(|part| part.owner().is_none());
    assert_eq!(separated, !mixed, "{position}");
    let totals = endgame::separated_totals(position, ENDING_WORK);
    let winner = endgame::separated_winner(position, ENDING_WORK);
    if !separated {
        assert_eq!((totals, winner), (None, None), "{position}");
    }
    for color in Color::ALL {
        let bounds = endgame::fill_bounds(position, color);
        assert!(bounds.at_least <= bounds.at_most, "{position}");
        assert!(bounds.at_most <= position.empty().count(), "{position}");
        let Some(fill) = endgame::longest_fill(position, color, ENDING_WORK) else {
            continue;
        };
        let moves = fill.moves.len() as u32;
        assert!(
            bounds.at_least <= moves && moves <= bounds.at_most,
            "{position}"
        );
        if let Some(totals) = totals {
            assert_eq!(totals.of(color), moves, "{position}");
        }
        let mut alone = *position;
        for m in fill.moves {
            alone = alone.with_turn(color);
            alone.play(m).unwrap();
        }
        assert!(!alone.with_turn(color).has_move(), "{position}");
    }
    if let (Some(totals), Some(winner)) = (totals, winner) {
        assert_eq!(winner, totals.winner(position.turn()), "{position}");
    }
    // The same endings lie in the mirror and behind exchanged colours.
    for symmetry in Symmetry::ALL {
        let image = position.transformed(symmetry);
        assert_eq!(endgame::is_separated(&image), separated, "{position}");
        if let (Some(one), Some(other)) = (
            totals,
            endgame::separated_totals(&image.reversed(), ENDING_WORK),
        ) {
            assert_eq!(
                (one.white, one.black),
                (other.black, other.white),
                "{position}"
            );
        }
    }
    if let Some(winner) = winner
        && position.empty().count() <= BRUTE_EMPTIES
    {
        let wins = Brute::default().mover_wins(position);
        assert_eq!(winner == position.turn(), wins, "{position}");
    }
}

/// Distances are those of a search from square to square.
fn distances(position: &Position) {
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

/// Rounding of sums of a few hundred single-precision numbers.
fn assert_close(a: f32, b: f32, position: &Position) {
    assert!(
        (a - b).abs() <= 1e-3 * a.abs().max(1.0),
        "{position}: {a} and {b}"
    );
}

/// The evaluation is one function of the position, however it is asked for, and takes no side.
fn evaluation(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
    let evaluator = Evaluator::new();
    let white_logit = evaluator.white_logit(position);
    assert!(white_logit.is_finite(), "{position}");
    let explained = evaluate(position);
    assert_close(explained.white_logit, white_logit, position);
    for symmetry in Symmetry::ALL {
        let image = position.transformed(symmetry);
        assert_close(evaluator.white_logit(&image), white_logit, position);
    }
    assert_close(
        evaluator.white_logit(&position.reversed()),
        -white_logit,
        position,
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
        assert_close(found, evaluator.white_logit_slid(&slid), position);
    }
    if let Some(&m) = some(moves, rng).first() {
        let slid = position.slide(m.from, m.to).unwrap();
        evaluator.white_logits_after_shots(&slid, slid.shots(), &mut in_bulk);
        assert_eq!(in_bulk.len() as u32, slid.shots().count(), "{position}");
        for (arrow, &found) in slid.shots().iter().zip(&in_bulk) {
            let after = slid.shoot_unchecked(arrow);
            assert_close(found, evaluator.white_logit(&after), position);
        }
    }
}

/// A report says something that can be, whatever was searched.
fn search(position: &Position) {
    let options = EngineOptions::new()
        .with_threads(1)
        .with_memory_mib(8)
        .with_lines(4);
    let mut engine = Engine::new(options).unwrap();
    let report = engine.search(position, Limits::visits(SEARCH_VISITS));
    assert_eq!(
        report.best_move.is_some(),
        position.has_move(),
        "{position}"
    );
    assert!(report.visits <= SEARCH_VISITS, "{position}");
    assert!((0.0..=1.0).contains(&report.win_rate), "{position}");
    assert!(
        report.margin.abs() <= 100.0,
        "{position}: {}",
        report.margin
    );
    assert_eq!(report.ownership.len() as u32, position.squares().count());
    assert!(
        report.ownership.iter().all(|owned| owned.abs() <= 1.0),
        "{position}"
    );
    let first = report.lines.first().map(|line| line.first);
    assert_eq!(first, report.best_move, "{position}");
    let firsts: BTreeSet<Move> = report.lines.iter().map(|line| line.first).collect();
    assert_eq!(firsts.len(), report.lines.len(), "{position}: a line twice");
    for line in &report.lines {
        assert_eq!(line.pv.first(), Some(&line.first), "{position}");
        Game::from_moves(*position, line.pv.iter().copied()).unwrap();
        assert!((0.0..=1.0).contains(&line.win_rate), "{position}");
    }
    if !position.has_move() {
        assert_eq!(report.proven, Some(Proven::Loss), "{position}");
    }
    if let Some(proven) = report.proven {
        let wins = proven == Proven::Win;
        assert_eq!(report.win_rate, if wins { 1.0 } else { 0.0 }, "{position}");
        if position.empty().count() <= BRUTE_EMPTIES {
            assert_eq!(Brute::default().mover_wins(position), wins, "{position}");
        }
    }
}
