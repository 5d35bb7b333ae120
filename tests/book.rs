//! Opening books: what is put in is found from every side, and nothing else.

mod common;

use std::collections::BTreeSet;

use amazons::{
    Book, BookEntryError, BookErrorKind, BookMove, Engine, EngineOptions, Limits, Move, Position,
    Symmetry,
};
use proptest::prelude::*;

use common::positions::{ODD, playout, rng};

/// All eight images of a position, and those with exchanged colours; each with its symmetry.
fn images(position: &Position) -> impl Iterator<Item = (Symmetry, Position)> {
    Symmetry::ALL.into_iter().flat_map(move |symmetry| {
        let image = position.transformed(symmetry);
        [(symmetry, image), (symmetry, image.reversed())]
    })
}

fn after(position: &Position, m: Move) -> u64 {
    let mut after = *position;
    after.play(m).expect("a book's moves are legal");
    after.symmetric_hash()
}

/// The moves of a position, as the positions after them, win rates and visits.
fn known(book: &Book, position: &Position) -> Vec<(u64, u32, u32)> {
    let moves = book.moves(position);
    let known = moves.iter().map(|known| {
        (
            after(position, known.m),
            known.win_rate.to_bits(),
            known.visits,
        )
    });
    known.collect()
}

/// Checks that all images of a position have the images of its moves.
fn check_symmetry(book: &Book, position: &Position) {
    let moves = known(book, position);
    for (symmetry, image) in images(position) {
        assert_eq!(known(book, &image), moves, "{position} and {image}");
        for seed in 0..4 {
            let chosen = book.choose(position, seed).map(|m| after(position, m));
            assert_eq!(book.choose(&image, seed).map(|m| after(&image, m)), chosen);
            // In a position without symmetries, the very image.
            let is_plain = images(position)
                .filter(|(_, other)| other == position)
                .count()
                == 1;
            if is_plain && let Some(m) = book.choose(position, seed) {
                let m = symmetry.apply_to_move(m, position.columns(), position.rows());
                assert_eq!(book.choose(&image, seed), m);
            }
        }
    }
}

#[test]
fn the_book_compiled_in_is_sound() {
    let book = Book::builtin();
    assert!(book.len() >= 30, "{book:?}");
    // Followed as far as it goes.
    let mut seen = BTreeSet::new();
    let mut open = vec![Position::start()];
    while let Some(position) = open.pop() {
        let moves = book.moves(&position);
        if moves.is_empty() || !seen.insert(position.symmetric_hash()) {
            continue;
        }
        assert!(moves.is_sorted_by(|a, b| a.win_rate >= b.win_rate));
        for known in moves {
            assert!(
                (0.1..0.9).contains(&known.win_rate),
                "{position}: {known:?}"
            );
            assert!(known.visits >= 100, "{position}: {known:?}");
            open.push(position);
            let last = open.last_mut().expect("just pushed");
            last.play(known.m).unwrap();
        }
        check_symmetry(book, &position);
    }
    // A position that is reached by a move that got into no book is not met here.
    assert!(
        2 * seen.len() > book.len(),
        "{} of {}",
        seen.len(),
        book.len()
    );
    assert!(seen.len() <= book.len());
}

#[test]
fn what_is_chosen_is_good_and_follows_from_the_seed() {
    let start = Position::start();
    let moves = start.legal_moves();
    let margin = Book::MARGIN;
    let entry = [
        BookMove::new(moves[0], 0.6, 1),
        BookMove::new(moves[500], 0.6 - 0.9 * margin, 100),
        BookMove::new(moves[900], 0.6 - 1.1 * margin, 10_000),
    ];
    let book = Book::from_entries([(start, entry)]).unwrap();
    let chosen: Vec<Move> = (0..200)
        .map(|seed| book.choose(&start, seed).unwrap())
        .collect();
    let again = (0..200).map(|seed| book.choose(&start, seed).unwrap());
    assert!(again.eq(chosen.iter().copied()));
    let first = after(&start, moves[0]);
    let count = chosen
        .iter()
        .filter(|&&m| after(&start, m) == first)
        .count();
    assert!((60..140).contains(&count), "{count} of 200");
    let bad = after(&start, moves[900]);
    assert!(chosen.iter().all(|&m| after(&start, m) != bad));
    assert_eq!(book.choose(&Position::standard(8, 8).unwrap(), 0), None);
}

#[test]
fn an_entry_keeps_the_best_and_mirrored_moves_once() {
    let start = Position::start();
    let all: Vec<BookMove> = (0..)
        .zip(start.legal_moves())
        .map(|(number, m)| BookMove::new(m, 0.5, number))
        .collect();
    let book = Book::from_entries([(start, all.clone())]).unwrap();
    let moves = book.moves(&start);
    assert_eq!(moves.len(), Book::MOST_MOVES);
    // 2176 moves, in pairs.
    let different: BTreeSet<u64> = all.iter().map(|known| after(&start, known.m)).collect();
    assert_eq!(different.len(), 1088);
    let kept: BTreeSet<u64> = moves.iter().map(|known| after(&start, known.m)).collect();
    assert_eq!(kept.len(), Book::MOST_MOVES);
    assert!(moves.iter().all(|known| known.visits > 1000));

    // The last entry counts, whichever way it lies; one without moves says nothing.
    let entry = |position: Position, number: u32| {
        let m = position.legal_moves()[0];
        (position, vec![BookMove::new(m, 0.5, number)])
    };
    let entries = [entry(start, 1), entry(start.reversed(), 2), (start, vec![])];
    let book = Book::from_entries(entries).unwrap();
    assert_eq!((book.len(), book.moves(&start)[0].visits), (1, 2));
    let none: [(Position, [BookMove; 0]); 0] = [];
    let empty = Book::from_entries(none).unwrap();
    assert!(empty.is_empty() && empty.moves(&start).is_empty());
    assert_eq!(Book::parse(&empty.to_bytes()), Ok(empty));
}

#[test]
fn what_can_not_be_is_refused() {
    let start = Position::start();
    let m = start.legal_moves()[0];
    for win_rate in [f32::NAN, -0.1, 1.1, f32::INFINITY] {
        let entries = [(start, [BookMove::new(m, win_rate, 1)])];
        let error = Book::from_entries(entries).unwrap_err();
        assert!(
            matches!(error, BookEntryError::WinRate { entry: 0, .. }),
            "{error}"
        );
    }
    let m = "a1-a2/a3".parse().unwrap();
    let good = (start, vec![]);
    let entries = [good, (start, vec![BookMove::new(m, 0.5, 1)])];
    let error = Book::from_entries(entries).unwrap_err();
    assert!(
        matches!(error, BookEntryError::IllegalMove { entry: 1, .. }),
        "{error}"
    );
    let bytes = Book::builtin().to_bytes();
    let error = Book::parse(&bytes[..bytes.len() - 1]).unwrap_err();
    assert_eq!(error.kind, BookErrorKind::Checksum);
    assert!(error.to_string().ends_with("at byte 9, bit 0"), "{error}");
}

/// Positions of games on boards of several sizes.
fn positions() -> Vec<Position> {
    let mut rng = rng(11);
    let mut all: Vec<Position> = common::positions::odd().collect();
    assert_eq!(all.len(), ODD.len());
    for (columns, rows) in [(10, 10), (10, 7), (5, 8), (6, 6), (5, 5)] {
        let start = Position::standard(columns, rows).unwrap();
        playout(start, &mut rng, 7, |position| all.push(*position));
    }
    all
}

/// A book of some positions with some moves each: the choices are places in lists.
fn entries() -> impl Strategy<Value = Vec<(Position, Vec<BookMove>)>> {
    let moves = prop::collection::vec(
        (any::<prop::sample::Index>(), 0.0f32..=1.0, any::<u32>()),
        0..20,
    );
    let entry = (prop::sample::select(positions()), moves).prop_map(|(position, chosen)| {
        let moves = position.legal_moves();
        let known = chosen.into_iter().filter(|_| !moves.is_empty());
        let known = known.map(|(index, win_rate, visits)| {
            BookMove::new(moves[index.index(moves.len())], win_rate, visits)
        });
        (position, known.collect())
    });
    prop::collection::vec(entry, 0..12)
}

proptest! {
    #[test]
    fn what_is_put_in_is_found_from_every_side(entries in entries()) {
        let book = Book::from_entries(entries.clone()).unwrap();
        let bytes = book.to_bytes();
        prop_assert_eq!(Book::parse(&bytes).unwrap(), book.clone());
        // From whichever side the entries are seen, the same bytes come out.
        let turned = entries.iter().map(|(position, moves)| {
            let symmetry = Symmetry::ALL[5];
            let (columns, rows) = (position.columns(), position.rows());
            let moves = moves.iter().map(|known| {
                let m = symmetry.apply_to_move(known.m, columns, rows).unwrap();
                BookMove::new(m, known.win_rate, known.visits)
            });
            (position.transformed(symmetry).reversed(), moves.collect::<Vec<_>>())
        });
        prop_assert_eq!(Book::from_entries(turned).unwrap().to_bytes(), bytes);
        for (index, (position, put)) in entries.iter().enumerate() {
            let found = book.moves(position);
            check_symmetry(&book, position);
            let hash = position.symmetric_hash();
            let is_last = entries[index + 1..]
                .iter()
                .all(|(other, put)| put.is_empty() || other.symmetric_hash() != hash);
            if !is_last || put.is_empty() {
                continue;
            }
            // The best is there, as it was.
            let best = put.iter().map(|known| known.win_rate).fold(0.0, f32::max);
            prop_assert!((found[0].win_rate - best).abs() < 0.5 / 4095.0 + 1e-6);
            let images: BTreeSet<u64> = put.iter().map(|known| after(position, known.m)).collect();
            prop_assert!(found.iter().all(|known| images.contains(&after(position, known.m))));
            let at_least = images.len().min(Book::MOST_MOVES);
            prop_assert!(found.len() >= at_least);
        }
    }
}

#[test]
fn a_search_does_not_look_into_the_book() {
    assert!(!Book::builtin().moves(&Position::start()).is_empty());
    let options = EngineOptions::new().with_threads(1).with_memory_mib(16);
    let mut engine = Engine::new(options).unwrap();
    let report = engine.search(&Position::start(), Limits::visits(300));
    assert_eq!((report.visits, report.proven), (300, None));
    assert!(report.lines.iter().all(|line| line.visits <= 300));
}
