//! What must hold of the forms of text.

use amazons::notation::{Diagram, Format};
use amazons::{Color, Game, Move, Position};
use rand_pcg::Pcg64Mcg;

use super::rules::{same_in_all, some};

/// What is written is read again: positions, moves, and games in the forms that take any start.
pub fn text(position: &Position, moves: &[Move], rng: &mut Pcg64Mcg) {
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
