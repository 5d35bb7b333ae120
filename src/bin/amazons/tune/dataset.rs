//! Positions of self-play games as a fit sees them.

use amazons::Color;
use amazons::tuning::Sample;

use super::games_file::Entry;
use super::labels::{Calibration, band};

/// Every so many-th game is held out.
pub const HELD_OUT: u32 = 10;

/// A position, and what its evaluation should come to from the side to move.
pub struct Example {
    pub sample: Sample,
    /// The probability of a win.
    pub label: f32,
    /// Whether the game was won, if the position is the game's own.
    pub won: Option<bool>,
    pub band: usize,
}

/// The positions of a game, each again with the slide played and the arrow not yet shot, and those beside the game.
pub fn examples<'a>(
    entry: &'a Entry,
    calibration: &'a Calibration,
    lambda: f64,
) -> impl Iterator<Item = Example> + 'a {
    let labels = calibration.white_labels(entry, lambda);
    let white_won = entry.game.winner() == Some(Color::White);
    let moves = entry.game.moves();
    let example = move |sample, turn, ply, white_label: f64| Example {
        sample,
        label: if turn == Color::White {
            white_label as f32
        } else {
            1.0 - white_label as f32
        },
        won: Some((turn == Color::White) == white_won),
        band: band(ply),
    };
    let own =
        entry
            .positions()
            .zip(labels)
            .enumerate()
            .flat_map(move |(ply, (position, label))| {
                let turn = position.turn();
                let whole = example(Sample::of(&position), turn, ply, label);
                // What was played at random says nothing about a slide.
                let slide = moves.get(ply).filter(|_| !entry.random.contains(&ply));
                let slid = slide.map(|m| {
                    let slid = position.slide_unchecked(m.from, m.to);
                    example(Sample::of_slid(&slid), !turn, ply, label)
                });
                [Some(whole), slid].into_iter().flatten()
            });
    own.chain(beside(entry, calibration))
}

/// The positions that a game passed by, which were searched but not played on.
fn beside<'a>(
    entry: &'a Entry,
    calibration: &'a Calibration,
) -> impl Iterator<Item = Example> + 'a {
    let mut asides = entry.asides.iter().peekable();
    entry
        .positions()
        .enumerate()
        .flat_map(move |(ply, position)| {
            let mut examples = Vec::new();
            while let Some(aside) = asides.next_if(|aside| aside.ply == ply) {
                let own = calibration.own_label(aside.win_rate, ply, aside.proven);
                let example = |sample| Example {
                    sample,
                    label: 1.0 - own as f32,
                    won: None,
                    band: band(ply),
                };
                let slid = position.slide_unchecked(aside.turning.from, aside.turning.to);
                let after = slid.shoot_unchecked(aside.turning.arrow);
                examples.push(example(Sample::of(&after)));
                if aside.best_shot {
                    examples.push(example(Sample::of_slid(&slid)));
                }
            }
            examples
        })
}
