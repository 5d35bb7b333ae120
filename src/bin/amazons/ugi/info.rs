//! What is said of a search: its `info` lines and its `bestmove`.

use core::fmt::Write;
use std::time::Duration;

use amazons::endgame::separated_totals;
use amazons::notation::uci;
use amazons::{BookMove, Color, Line, Position, Proven, Report};

use super::command::Dialect;

/// A line for each of the best moves: how far it was looked ahead, what it is worth to the side to move, and what follows.
///
/// Depth is the length of the best line in plies; a tree that is deeper here than there has no other.
pub fn info(position: &Position, report: &Report, time: Duration) -> String {
    let milliseconds = time.as_millis();
    let per_second = report.nodes as f64 / time.as_secs_f64().max(1e-3);
    let effort = format!(
        "nodes {} nps {per_second:.0} time {milliseconds}",
        report.nodes
    );
    let depth = report.lines.first().map_or(0, |line| line.pv.len());
    let mut text = String::new();
    for (index, line) in report.lines.iter().enumerate() {
        let score = score(position, line);
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "info depth {depth} multipv {} score {score} {effort} pv",
            index + 1
        );
        for &m in &line.pv {
            let _ = write!(text, " {}", uci(m));
        }
        text.push('\n');
    }
    if report.lines.is_empty() && report.best_move.is_none() {
        // Whoever is to move has lost already.
        let _ = writeln!(text, "info depth 0 score mate 0 {effort}");
    }
    text
}

/// The move to play, and in UCI the reply to think about meanwhile. UGI allows for two words only.
pub fn best_move(report: &Report, dialect: Dialect) -> String {
    let Some(best) = report.best_move else {
        return match dialect {
            Dialect::Uci => "bestmove (none)\n".to_owned(),
            Dialect::Ugi => "bestmove 0000\n".to_owned(),
        };
    };
    let reply = report.lines.first().and_then(|line| line.pv.get(1));
    match (dialect, reply) {
        (Dialect::Uci, Some(&reply)) => format!("bestmove {} ponder {}\n", uci(best), uci(reply)),
        _ => format!("bestmove {}\n", uci(best)),
    }
}

/// A move out of the opening book, which takes no time.
pub fn book_move(known: &BookMove) -> String {
    let (m, points) = (uci(known.m), centipawns(known.win_rate));
    format!(
        "info string book: {} visits\n\
         info depth 1 multipv 1 score cp {points} nodes 0 nps 0 time 0 pv {m}\n\
         bestmove {m}\n",
        known.visits
    )
}

/// A proof, or the odds.
fn score(position: &Position, line: &Line) -> String {
    match line.proven {
        Some(proven) => format!("mate {}", moves_to_the_end(position, line, proven)),
        None => format!("cp {}", centipawns(line.win_rate)),
    }
}

/// A probability of winning on the scale of chess programs, where a hundred points are worth one pawn and 400 are 10 to 1.
fn centipawns(win_rate: f32) -> i32 {
    /// A certain win: as far as the odds are told.
    const MOST: f32 = 10_000.0;
    let odds = win_rate / (1.0 - win_rate);
    (400.0 * odds.log10()).clamp(-MOST, MOST).round() as i32
}

/// Search that counting a separated position may take: a fraction of a millisecond.
const COUNTING_WORK: u64 = 5_000;

/// The most moves that the winner of a proven line still has to make, negative when it is the side to move that loses: exact
/// once the sides are separated, and before that as many as there are empty squares for, since a proof says who
/// wins and not when.
fn moves_to_the_end(position: &Position, line: &Line, proven: Proven) -> i64 {
    let mut after = *position;
    if after.play(line.first).is_err() {
        return 0;
    }
    let mover = position.turn();
    match proven {
        Proven::Win => 1 + winners_moves(&after, mover),
        Proven::Loss => -winners_moves(&after, !mover),
    }
}

fn winners_moves(position: &Position, winner: Color) -> i64 {
    let begins = i64::from(position.turn() == winner);
    match separated_totals(position, COUNTING_WORK) {
        // The loser makes all it has, the winner one after each, and one more where it begins.
        Some(totals) => i64::from(totals.of(!winner)) + begins,
        // The winner makes the last move, and every move burns a square.
        None => (i64::from(position.empty().count()) + begins) / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::{Engine, EngineOptions, Limits};

    #[test]
    fn the_scale_is_that_of_ratings() {
        for (win_rate, points) in [(0.5, 0), (10.0 / 11.0, 400), (1.0 / 11.0, -400)] {
            assert_eq!(centipawns(win_rate), points);
        }
        assert_eq!((centipawns(1.0), centipawns(0.0)), (10_000, -10_000));
    }

    #[test]
    fn proofs_say_how_long_it_can_last() {
        let options = EngineOptions::new().with_threads(1).with_memory_mib(16);
        let mut engine = Engine::new(options).unwrap();
        for (fen, score, best) in [
            // The loser, on move, has nothing left.
            ("Q*q w", "mate 0", "bestmove (none)"),
            // One move ends it.
            ("Q1*q w", "mate 1 ", "bestmove a1b1,b1a1"),
            // One each, and the side to move is out of them first.
            ("Q1*1q w", "mate -1 ", "bestmove a1b1,b1a1"),
            // Three against one: the loser's one move is between the winner's two.
            ("Q3*1q w", "mate 2 ", "bestmove "),
        ] {
            let position: Position = fen.parse().unwrap();
            let report = engine.search(&position, Limits::visits(1000));
            let said = info(&position, &report, Duration::ZERO);
            assert!(said.contains(&format!("score {score}")), "{fen}: {said}");
            let said = best_move(&report, Dialect::Uci);
            assert!(said.starts_with(best), "{fen}: {said}");
            let said = best_move(&report, Dialect::Ugi);
            assert_eq!(said.split_whitespace().count(), 2, "{fen}: {said}");
        }
    }
}
