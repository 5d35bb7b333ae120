//! One game of the engine against itself.

use amazons::endgame::{longest_fill, separated_totals};
use amazons::{
    Color, Ending, Engine, EngineError, EngineOptions, Game, Limits, Move, Position, Proven, Report,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::asides::Scout;
use super::games_file::{Entry, Terms};
use crate::Fault;

/// At most so many plies at the start of a game are not left to the search alone.
const MOST_OPENING_PLIES: usize = 8;

/// Moves that an opening is drawn from, in proportion to their visits.
const CHOICE: usize = 16;

/// Memory of the tree: thousands of simulations.
const MEMORY_MIB: usize = 16;

/// Search that counting a separated position may take: seconds. Without a count the game is played on.
const COUNTING_WORK: u64 = 10_000_000;

/// Plays games, one after the other, always with one thread.
pub struct Player {
    engine: Engine,
    scout: Scout,
    terms: Terms,
}

impl Player {
    pub fn new(terms: &Terms) -> Result<Player, EngineError> {
        let options = EngineOptions::new()
            .with_threads(1)
            .with_memory_mib(MEMORY_MIB)
            .with_seed(terms.seed);
        let playing = options.clone().with_lines(CHOICE).with_kept_tree(true);
        Ok(Player {
            engine: Engine::new(playing)?,
            scout: Scout::new(options, terms.visits)?,
            terms: terms.clone(),
        })
    }

    /// Plays a game, the same whichever games were played before it.
    pub fn play(&mut self, number: u32) -> Result<Entry, Fault> {
        let seed = self.terms.seed ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let start = self.start(&mut rng);
        // Games that begin at random are of all degrees of oddity, so that positions of good play and of bad are seen.
        let opening_plies = rng.random_range(2..=MOST_OPENING_PLIES);
        let oddity: f64 = rng.random();
        self.engine.clear();
        let mut entry = Entry {
            number,
            game: Game::from_position(start),
            win_rates: Vec::new(),
            visits: Vec::new(),
            random: Vec::new(),
            proven_from: 0,
            asides: Vec::new(),
        };
        let mut proven: Option<Color> = None;
        loop {
            let position = *entry.game.position();
            if let Some((winner, margin)) = counted(&position) {
                if proven != Some(winner) {
                    entry.proven_from = entry.game.len();
                }
                // Played or not, the game could not end otherwise.
                entry.game.end(winner, Ending::Unknown)?;
                entry
                    .game
                    .set_margin(margin.and_then(|margin| u8::try_from(margin).ok()));
                return Ok(entry);
            }
            let report = self
                .engine
                .search(&position, Limits::visits(self.terms.visits));
            let winner = report.proven.map(|proven| match proven {
                Proven::Win => position.turn(),
                Proven::Loss => !position.turn(),
            });
            // So short a search may lose again what the one before had proven to win.
            if winner.is_some() && winner != proven {
                proven = winner;
                entry.proven_from = entry.game.len();
            }
            let opening = entry.game.len() < opening_plies && proven.is_none();
            let best = report.best_move.ok_or("a search found no move")?;
            let chosen = if opening {
                let random = rng.random::<f64>() < oddity;
                if random {
                    entry.random.push(entry.game.len());
                    position.random_move(&mut rng).unwrap_or(best)
                } else {
                    drawn(&report, &mut rng).unwrap_or(best)
                }
            } else {
                best
            };
            // Whatever is looked at beside the game, the game is the same.
            let mut beside = Pcg64Mcg::seed_from_u64(seed ^ position.zobrist_hash());
            if proven.is_none() && beside.random_range(0..100) < self.terms.percent_asides {
                let ply = entry.game.len();
                let asides = self.scout.look(&position, ply, chosen, &mut beside)?;
                entry.asides.extend(asides);
            }
            entry.win_rates.push((report.win_rate * 1e4).round() as u16);
            entry
                .visits
                .push(u32::try_from(report.visits).unwrap_or(u32::MAX));
            entry.game.play(chosen)?;
        }
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> Position {
        let percent = rng.random_range(0..100);
        let size = if percent < self.terms.percent_8x8 {
            8
        } else if percent < self.terms.percent_8x8 + self.terms.percent_6x6 {
            6
        } else {
            10
        };
        Position::standard(size, size).unwrap_or_default()
    }
}

/// The winner and the margin where the sides are separated, or one has no move left.
fn counted(position: &Position) -> Option<(Color, Option<u32>)> {
    if let Some(outcome) = position.outcome() {
        let winner = outcome.winner;
        let fill = longest_fill(position, winner, COUNTING_WORK);
        return Some((winner, fill.map(|fill| fill.moves.len() as u32)));
    }
    let totals = separated_totals(position, COUNTING_WORK)?;
    let turn = position.turn();
    Some((totals.winner(turn), Some(totals.margin(turn))))
}

/// One of the report's moves, in proportion to their visits.
fn drawn(report: &Report, rng: &mut Pcg64Mcg) -> Option<Move> {
    let sum: u64 = report.lines.iter().map(|line| line.visits).sum();
    let mut left = rng.random_range(0..sum.max(1));
    for line in &report.lines {
        if left < line.visits {
            return Some(line.first);
        }
        left -= line.visits;
    }
    None
}
