//! Exact endgames against the reference data and against brute force.

#[path = "../benches/rivals/plain_negamax.rs"]
mod plain_negamax;

use std::collections::HashMap;
use std::time::Duration;

use amazons::control::{Limits, MemoryBudget, Pool, Stop};
use amazons::endgame::{self, SolveOptions, Solver, SolverError, Verdict};
use amazons::{Bitboard, Color, Move, Position, Setup, Square, queen_moves};
use plain_negamax::PlainNegamax;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

/// More than any reference position needs.
const WORK: u64 = 1_000_000;

fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn position(line: &Value) -> Position {
    line["fen"].as_str().unwrap().parse().unwrap()
}

fn number(line: &Value, name: &str) -> u32 {
    line[name].as_u64().unwrap() as u32
}

#[test]
fn fills_equal_the_reference() {
    let lines = lines("fill.jsonl");
    assert!(lines.len() >= 200);
    for line in &lines {
        let position = position(line);
        let side = match line["side"].as_str().unwrap() {
            "w" => Color::White,
            _ => Color::Black,
        };
        let expected = number(line, "max_moves");
        let bounds = endgame::fill_bounds(&position, side);
        assert!(bounds.at_least <= expected && expected <= bounds.at_most);
        let fill = endgame::longest_fill(&position, side, WORK).unwrap();
        assert_eq!(fill.moves.len() as u32, expected, "{position}");
        let mut alone = position;
        for m in fill.moves {
            alone = alone.with_turn(side);
            alone.play(m).unwrap();
        }
    }
}

#[test]
fn separated_totals_equal_the_reference() {
    let lines = lines("separated.jsonl");
    assert!(lines.len() >= 100);
    for line in &lines {
        let position = position(line);
        assert!(endgame::is_separated(&position));
        let totals = endgame::separated_totals(&position, WORK).unwrap();
        assert_eq!(totals.white, number(line, "white_moves"), "{position}");
        assert_eq!(totals.black, number(line, "black_moves"), "{position}");
        let mover_wins = line["to_move_wins"].as_bool().unwrap();
        assert_eq!(
            totals.winner(position.turn()) == position.turn(),
            mover_wins
        );
        assert_eq!(
            endgame::separated_winner(&position, WORK),
            Some(totals.winner(position.turn()))
        );
    }
}

#[test]
fn bounds_decide_many_contested_endgames() {
    let lines = lines("winner_big.jsonl");
    let mut decided = 0;
    for line in &lines {
        let position = position(line);
        assert!(!endgame::is_separated(&position));
        if let Some(winner) = endgame::decided_winner(&position) {
            decided += 1;
            let mover_wins = line["to_move_wins"].as_bool().unwrap();
            assert_eq!(winner == position.turn(), mover_wins);
        }
    }
    println!("{decided} of {}", lines.len());
    assert!(decided > 0);
}

#[test]
fn loosely_separated_positions_are_not_separated() {
    for line in lines("loose.jsonl") {
        assert!(!endgame::is_separated(&position(&line)));
    }
}

#[test]
fn defects_equal_the_published_table() {
    let path = format!("{}/tests/data/defects.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<u64>> = text
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| line.split('\t').map(|n| n.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 8);
    let table = endgame::defect_table(8);
    for (row, mut expected) in table.iter().zip(rows) {
        if row.size == 8 {
            // The published table counts 18,769 regions of eight squares; there are 18,770 (OEIS A030222), and their
            // defective placements are as published.
            assert_eq!(expected[1], 18_769);
            expected[1] = 18_770;
        }
        let defective = |k: usize| row.defective.get(k).copied().unwrap_or(0);
        let found = [
            row.size as u64,
            row.regions,
            defective(0),
            defective(1),
            defective(2),
            defective(3),
        ];
        assert_eq!(found, expected[..]);
    }
}

fn solver() -> Solver {
    let memory = MemoryBudget::mib(32);
    Solver::new(Pool::new(1).unwrap(), &memory, 32 << 20).unwrap()
}

fn solves(file: &str, at_least: usize) {
    let lines = lines(file);
    assert!(lines.len() >= at_least);
    let mut solver = solver();
    for line in &lines {
        let position = position(line);
        let mover_wins = line["to_move_wins"].as_bool().unwrap();
        let mut options = SolveOptions::default();
        if line["winning_moves"].is_array() {
            options = options.with_all_moves(true);
        }
        let solution = solver.solve(&position, options);
        let expected = if mover_wins {
            Verdict::Win
        } else {
            Verdict::Loss
        };
        assert_eq!(solution.verdict, expected, "{position}");
        assert_eq!(solution.winning_moves.is_empty(), !mover_wins, "{position}");
        if let Some(moves) = line["winning_moves"].as_array() {
            assert!(solution.complete);
            let mut moves: Vec<Move> = moves
                .iter()
                .map(|m| m.as_str().unwrap().parse().unwrap())
                .collect();
            moves.sort();
            assert_eq!(solution.winning_moves, moves, "{position}");
        }
    }
}

#[test]
fn loose_positions_are_solved() {
    solves("loose.jsonl", 50);
}

#[test]
fn endgames_are_solved_with_all_winning_moves() {
    solves("winner.jsonl", 200);
}

#[test]
fn large_endgames_are_solved() {
    solves("winner_big.jsonl", 60);
}

#[test]
fn small_boards_are_solved() {
    solves("small_boards.jsonl", 35);
}

#[test]
fn standard_small_boards_are_solved() {
    let mut solver = solver();
    for (columns, rows, expected) in [(4, 4, Verdict::Loss), (5, 4, Verdict::Win)] {
        let position = Position::standard(columns, rows).unwrap();
        let solution = solver.solve(&position, SolveOptions::default());
        assert_eq!(solution.verdict, expected);
    }
}

#[test]
fn several_threads_solve_as_one_does() {
    let Ok(pool) = Pool::new(3) else {
        // Without the feature `parallel` there is one thread.
        return;
    };
    let memory = MemoryBudget::mib(32);
    let mut solver = Solver::new(pool, &memory, 32 << 20).unwrap();
    let position = Position::standard(4, 4).unwrap();
    let solution = solver.solve(&position, SolveOptions::default().with_line(true));
    assert_eq!(solution.verdict, Verdict::Loss);
    for line in lines("winner.jsonl").iter().step_by(5) {
        let mover_wins = line["to_move_wins"].as_bool().unwrap();
        let solution = solver.solve(
            &self::position(line),
            SolveOptions::default().with_all_moves(true),
        );
        assert_eq!(solution.verdict == Verdict::Win, mover_wins);
    }
}

#[test]
fn the_line_of_play_ends_with_the_winners_move() {
    let mut solver = solver();
    for line in lines("winner.jsonl").iter().step_by(3) {
        let start = position(line);
        let solution = solver.solve(&start, SolveOptions::default().with_line(true));
        let mut position = start;
        for m in solution.line {
            position.play(m).unwrap();
        }
        let winner = position.outcome().unwrap().winner;
        assert_eq!(
            winner == start.turn(),
            line["to_move_wins"].as_bool().unwrap()
        );
    }
}

#[test]
fn a_solver_that_must_stop_says_so() {
    let position = Position::start();
    let mut solver = solver();
    let limits = Limits::nodes(100);
    let solution = solver.solve(&position, SolveOptions::default().with_limits(limits));
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert_eq!(solution.nodes, 100);
    let limits = Limits::time(Duration::ZERO);
    let solution = solver.solve(&position, SolveOptions::default().with_limits(limits));
    assert_eq!((solution.verdict, solution.nodes), (Verdict::Unknown, 0));
    let stop = Stop::new();
    stop.stop();
    let solution = solver.solve(&position, SolveOptions::default().with_stop(stop));
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!(solution.line.is_empty() && solution.winning_moves.is_empty());
}

#[test]
fn one_thread_solves_the_same_way_each_time() {
    let position = Position::standard(4, 4).unwrap();
    let nodes = |_| solver().solve(&position, SolveOptions::default()).nodes;
    assert_eq!(nodes(0), nodes(1));
}

#[test]
fn odd_positions_have_a_verdict() {
    let mut solver = solver();
    for (fen, verdict) in [
        ("1 w", Verdict::Loss),
        ("Q w", Verdict::Loss),
        ("Q1 w", Verdict::Win),
        ("q1 w", Verdict::Loss),
        ("Q1 b", Verdict::Loss),
        ("3/3/3 w", Verdict::Loss),
    ] {
        let position: Position = fen.parse().unwrap();
        let solution = solver.solve(&position, SolveOptions::default().with_line(true));
        assert_eq!(solution.verdict, verdict, "{fen}");
        assert!(endgame::is_separated(&position));
        let winner = endgame::separated_winner(&position, WORK).unwrap();
        assert_eq!(winner == position.turn(), verdict == Verdict::Win);
    }
}

/// What random positions are made of: burnt squares, empties, and at most three amazons a side.
fn random_part(rng: &mut Pcg64Mcg, columns: u8, rows: u8, most_empty: usize) -> Setup {
    let board = Bitboard::rectangle(columns, rows);
    let mut setup = Setup {
        columns,
        rows,
        white: Bitboard::EMPTY,
        black: Bitboard::EMPTY,
        burnt: board,
        turn: if rng.random() {
            Color::White
        } else {
            Color::Black
        },
    };
    let take = |setup: &mut Setup, rng: &mut Pcg64Mcg| {
        let count = setup.burnt.count();
        let square = setup.burnt.nth(rng.random_range(0..count.max(1)));
        let taken = square.map_or(Bitboard::EMPTY, Bitboard::from);
        setup.burnt -= taken;
        taken
    };
    for _ in 0..rng.random_range(1..=3) {
        let (white, black) = (take(&mut setup, rng), take(&mut setup, rng));
        setup.white |= white;
        setup.black |= black;
    }
    for _ in 0..rng.random_range(1..=most_empty) {
        take(&mut setup, rng);
    }
    setup
}

fn shifted(set: Bitboard, columns: u8) -> Bitboard {
    set.iter()
        .filter_map(|square| Square::new(square.column() + columns, square.row()))
        .collect()
}

/// Two small parts beside each other, a burnt column between them.
fn random_sum(rng: &mut Pcg64Mcg) -> Setup {
    let left = random_part(rng, 4, 4, 5);
    let right = random_part(rng, 5, 4, 5);
    Setup {
        columns: 10,
        rows: 4,
        white: left.white | shifted(right.white, 5),
        black: left.black | shifted(right.black, 5),
        burnt: left.burnt | shifted(right.burnt, 5) | shifted(Bitboard::rectangle(1, 4), 4),
        turn: left.turn,
    }
}

/// Everything that is said of a position against playing all its games.
fn check(setup: &Setup, solver: &mut Solver) {
    let position = Position::from_setup(setup).unwrap();
    let mut brute = PlainNegamax::default();
    let wins = brute.wins(&position);
    let solution = solver.solve(&position, SolveOptions::default().with_all_moves(true));
    assert_eq!(solution.verdict == Verdict::Win, wins, "{position}");
    let mut winning = position.legal_moves();
    winning.retain(|&m| {
        let mut after = position;
        after.play_unchecked(m);
        !brute.wins(&after)
    });
    winning.sort();
    assert_eq!(solution.winning_moves, winning, "{position}");
    let separated = endgame::parts(&position)
        .iter()
        .all(|part| part.owner().is_some());
    assert_eq!(endgame::is_separated(&position), separated, "{position}");
    let winner = endgame::separated_winner(&position, WORK);
    assert_eq!(winner.is_some(), separated);
    if let Some(winner) = winner {
        assert_eq!(winner == position.turn(), wins, "{position}");
    }
    if let Some(winner) = endgame::decided_winner(&position) {
        assert_eq!(winner == position.turn(), wins, "{position}");
    }
    for color in Color::ALL {
        let expected = brute_fill(position.amazons(color), position.empty());
        let bounds = endgame::fill_bounds(&position, color);
        assert!(bounds.at_least <= expected && expected <= bounds.at_most);
        let fill = endgame::longest_fill(&position, color, WORK).unwrap();
        assert_eq!(fill.moves.len() as u32, expected, "{position}");
    }
}

fn brute_fill(amazons: Bitboard, empty: Bitboard) -> u32 {
    fn most(
        amazons: Bitboard,
        empty: Bitboard,
        known: &mut HashMap<(Bitboard, Bitboard), u32>,
    ) -> u32 {
        if let Some(&moves) = known.get(&(amazons, empty)) {
            return moves;
        }
        let mut best = 0;
        for from in amazons {
            for to in queen_moves(from, empty) {
                let left = empty.with(from).without(to);
                for arrow in queen_moves(to, left) {
                    let moved = amazons.without(from).with(to);
                    best = best.max(1 + most(moved, left.without(arrow), known));
                }
            }
        }
        known.insert((amazons, empty), best);
        best
    }
    most(amazons, empty, &mut HashMap::new())
}

fn check_random(positions: usize, sums: usize) {
    let mut rng = Pcg64Mcg::seed_from_u64(20);
    let mut solver = solver();
    for _ in 0..positions {
        let (columns, rows) = (rng.random_range(1..=5), rng.random_range(1..=5));
        check(&random_part(&mut rng, columns, rows, 8), &mut solver);
    }
    for _ in 0..sums {
        check(&random_sum(&mut rng), &mut solver);
    }
    println!("{positions} random positions and {sums} sums of two parts agree with brute force");
}

#[test]
fn random_positions_agree_with_brute_force() {
    check_random(2_000, 200);
}

#[test]
#[ignore = "minutes: cargo test --release --test endgame -- --ignored --nocapture"]
fn many_random_positions_agree_with_brute_force() {
    check_random(100_000, 10_000);
}

/// Plays a separated position out: `winner` by a longest fill, the other side as `defend` says.
fn play_out(
    start: &Position,
    winner: Color,
    mut defend: impl FnMut(&Position) -> Option<Move>,
) -> Color {
    let mut position = *start;
    let mut plan = endgame::longest_fill(start, winner, WORK)
        .unwrap()
        .moves
        .into_iter();
    while position.has_move() {
        let m = if position.turn() == winner {
            plan.next()
        } else {
            defend(&position)
        };
        position.play(m.unwrap()).unwrap();
    }
    position.outcome().unwrap().winner
}

#[test]
fn won_separated_positions_are_won_against_any_defence() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut won = 0;
    for line in lines("separated.jsonl") {
        if !line["to_move_wins"].as_bool().unwrap() {
            continue;
        }
        won += 1;
        let start = position(&line);
        let winner = start.turn();
        let mut longest = endgame::longest_fill(&start, !winner, WORK)
            .unwrap()
            .moves
            .into_iter();
        assert_eq!(play_out(&start, winner, |_| longest.next()), winner);
        for _ in 0..100 {
            let by_chance = |position: &Position| position.random_move(&mut rng);
            assert_eq!(play_out(&start, winner, by_chance), winner, "{start}");
        }
    }
    assert!(won >= 30);
}

#[test]
fn fills_of_large_regions_need_no_search() {
    // An open board, and one with a corridor: bounds and ordering find a way at once.
    for fen in [
        "10/10/10/10/4Q5/10/10/10/10/10 w",
        "10/10/***2***2/10/4Q5/2Q7/10/10/10/********2 w",
    ] {
        let position: Position = fen.parse().unwrap();
        let fill = endgame::longest_fill(&position, Color::White, 10_000).unwrap();
        assert_eq!(fill.moves.len() as u32, position.empty().count());
    }
}

#[test]
fn memory_that_nobody_has_is_refused() {
    for bytes in [usize::MAX, usize::MAX / 2, 1 << 60] {
        let memory = MemoryBudget::bytes(bytes);
        let solver = Solver::new(Pool::new(1).unwrap(), &memory, bytes);
        assert!(matches!(solver, Err(SolverError::NoMemory { .. })));
    }
}
