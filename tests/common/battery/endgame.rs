//! What must hold of all that is said of the end of the game.

use amazons::{Bitboard, Color, Position, Symmetry, endgame};

use super::super::brute::Brute;
use super::BRUTE_EMPTIES;

/// Nodes that an exact count of an ending may search: many positions need none, some more.
const ENDING_WORK: u64 = 500;

/// What is said to be known of the end of the game is so.
pub fn endings_known(position: &Position) {
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
