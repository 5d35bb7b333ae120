//! Everything that must hold of any position, in one function.
//!
//! A new room of the library adds a function here, in the file of its name, and calls it from [`check`]: every position that
//! any test, data file or fuzzer comes up with then checks it too.

mod endgame;
mod notation;
mod rules;
mod search;
mod territory;

use amazons::Position;

use super::positions;

/// Positions of up to this many empty squares are decided by brute force.
const BRUTE_EMPTIES: u32 = 7;

/// One position in so many is searched.
const SEARCH_ONE_IN: u64 = 8;

/// Checks a position. Panics with the position's FEN when something does not hold.
pub fn check(position: &Position) {
    let mut rng = positions::rng(position.zobrist_hash());
    let moves = position.legal_moves();
    rules::contents(position);
    notation::text(position, &moves, &mut rng);
    rules::listings_agree(position, &moves);
    rules::legality(position, &moves, &mut rng);
    rules::playing(position, &moves, &mut rng);
    rules::ending(position, &moves, &mut rng);
    rules::symmetries(position, &moves, &mut rng);
    rules::random_moves(position, &moves, &mut rng);
    rules::hashes(position, &moves);
    endgame::endings_known(position);
    territory::distances(position);
    territory::evaluation(position, &moves, &mut rng);
    // A search costs more than all the rest.
    if position.zobrist_hash().is_multiple_of(SEARCH_ONE_IN) {
        search::search(position);
    }
}
