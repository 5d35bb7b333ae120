//! What the games of a match come to, from their records alone.

use std::io::{self, Write};

use super::player::ForfeitKind;
use super::record::Entry;
use super::score::Score;
use super::sprt::{Pairs, Sprt};
use crate::counted::counted;

const NAMES: [&str; 2] = ["A", "B"];

pub fn score(entries: &[Entry]) -> Score {
    let won = |entry: &&Entry| entry.winner() == Some(0);
    let wins = entries.iter().filter(won).count() as u32;
    Score {
        wins,
        losses: entries.len() as u32 - wins,
    }
}

/// The pairs of which both games were played.
pub fn pairs(entries: &[Entry]) -> Pairs {
    let mut by_number: Vec<_> = entries
        .iter()
        .map(|entry| (entry.number, entry.winner() == Some(0)))
        .collect();
    by_number.sort_unstable();
    let mut pairs = Pairs::default();
    for two in by_number.windows(2) {
        if let &[(first, won), (second, won_too)] = two
            && first % 2 == 0
            && second == first + 1
        {
            pairs.0[usize::from(won) + usize::from(won_too)] += 1;
        }
    }
    pairs
}

/// One line on a game.
pub fn write_game(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let Some(winner) = entry.game.winner() else {
        return Ok(());
    };
    let player = entry.player_of(winner);
    let forfeit = entry.forfeit.as_deref();
    let how = forfeit.map_or(String::new(), |what| {
        format!(" ({}: {what})", NAMES[1 - player])
    });
    writeln!(
        out,
        "game {}: {} wins with {winner}, {}{how}",
        entry.number + 1,
        NAMES[player],
        counted(entry.game.len() as u64, "ply", "plies"),
    )
}

/// The result of all games.
pub fn write(out: &mut impl Write, entries: &[Entry], sprt: Option<Sprt>) -> io::Result<()> {
    for (player, name) in NAMES.iter().enumerate() {
        // The sum of nothing is a zero with a sign.
        let seconds = 0.0 + entries.iter().map(|e| e.seconds[player]).sum::<f64>();
        let chosen: u32 = entries.iter().map(|entry| entry.chosen[player]).sum();
        let slowest = entries.iter().map(|entry| entry.slowest[player]);
        let lost = |entry: &&Entry| entry.winner() != Some(player) && entry.forfeit.is_some();
        let forfeits: Vec<_> = entries.iter().filter(lost).collect();
        write!(
            out,
            "{name}: {:.3} s a move, {:.3} s at most, {} forfeited",
            seconds / f64::from(chosen.max(1)),
            slowest.fold(0.0, f64::max),
            counted(forfeits.len() as u64, "game", "games"),
        )?;
        let counts = ForfeitKind::ALL.into_iter().filter_map(|kind| {
            let of_kind = |entry: &&&Entry| entry.forfeit_kind == Some(kind);
            let count = forfeits.iter().filter(of_kind).count();
            (count > 0).then(|| format!("{} {count}", kind.plural()))
        });
        let counts: Vec<_> = counts.collect();
        if counts.is_empty() {
            writeln!(out)?;
        } else {
            writeln!(out, ": {}", counts.join(", "))?;
        }
    }
    if let Some(sprt) = sprt {
        writeln!(out, "{}", sprt.describe(pairs(entries)))?;
    }
    writeln!(out, "A {}", score(entries))
}
