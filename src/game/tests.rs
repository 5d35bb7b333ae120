use super::*;

fn game(moves: &[&str]) -> Game {
    Game::from_moves(Position::start(), moves.iter().map(|m| m.parse().unwrap())).unwrap()
}

const OPENING: [&str; 4] = ["d1-d7/g7", "a7-b8/c8", "g1-e3/e8", "j7-i6/i2"];

#[test]
fn the_cursor_walks_both_ways_over_the_same_positions() {
    let mut game = game(&OPENING);
    let forwards: Vec<Position> = game.positions().collect();
    assert_eq!(forwards.len(), 5);
    for ply in (0..4).rev() {
        assert_eq!(game.back(), Some(OPENING[ply].parse().unwrap()));
        assert_eq!((game.ply(), *game.position()), (ply, forwards[ply]));
    }
    assert_eq!(game.back(), None);
    for ply in 1..=4 {
        assert_eq!(game.forward(), Some(OPENING[ply - 1].parse().unwrap()));
        assert_eq!(game.position_at(ply), Some(forwards[ply]));
        assert_eq!(*game.position(), forwards[ply]);
    }
    assert_eq!(game.forward(), None);
    assert_eq!(game.position_at(5), None);
    assert!(!game.go_to(5));
    assert_eq!(game.ply(), 4);
}

#[test]
fn playing_in_the_middle_forgets_what_came_after() {
    let mut game = game(&OPENING);
    assert!(game.set_comment(1, "kept") && game.set_comment(3, "lost"));
    game.resign(Color::White).unwrap();
    assert!(game.go_to(2));
    let before = game.clone();
    assert!(game.play("a7-a8/a9".parse().unwrap()).is_err());
    assert_eq!(game, before, "an illegal move changes nothing");
    game.play("g1-g6/i6".parse().unwrap()).unwrap();
    assert_eq!((game.len(), game.ply()), (3, 3));
    assert_eq!(game.comments().collect::<Vec<_>>(), [(1, "kept")]);
    assert_eq!(game.ending(), Ending::Unfinished);
    assert_eq!(game.last_position(), game.position());
}

#[test]
fn retracting_takes_the_last_move_wherever_the_cursor_is() {
    let mut game = game(&OPENING);
    game.set_comment(4, "about the last move");
    game.go_to(1);
    assert_eq!(game.retract(), Some(OPENING[3].parse().unwrap()));
    assert_eq!((game.ply(), game.len()), (1, 3));
    assert_eq!(game.comments().count(), 0);
    game.go_to(3);
    game.retract();
    assert_eq!(game.ply(), 2);
    assert_eq!(game.position_at(2).as_ref(), Some(game.position()));
    while game.retract().is_some() {}
    assert_eq!(game, Game::new());
}

#[test]
fn the_board_decides_before_the_record() {
    let start: Position = "Qq* b".parse().unwrap();
    let mut game = Game::from_position(start);
    assert_eq!(game.ending(), Ending::NoMove);
    assert_eq!(game.winner(), Some(Color::White));
    let refused = game.resign(Color::White);
    assert_eq!(refused.unwrap_err().winner, Color::White);
    game.resign(Color::Black).unwrap();
    assert_eq!(game.ending(), Ending::NoMove);
}

#[test]
fn a_stated_result_lasts_until_it_is_taken_back() {
    let mut game = game(&OPENING);
    game.resign(Color::Black).unwrap();
    assert_eq!(
        (game.ending(), game.winner()),
        (Ending::Resignation, Some(Color::White))
    );
    game.end(Color::Black, Ending::NoMove).unwrap();
    assert_eq!(
        (game.ending(), game.winner()),
        (Ending::Unknown, Some(Color::Black))
    );
    game.end(Color::Black, Ending::Unfinished).unwrap();
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_list_with_an_illegal_move_names_it() {
    let moves = ["d1-d7/g7", "a7-a1/a2"].map(|m| m.parse().unwrap());
    let error = Game::from_moves(Position::start(), moves).unwrap_err();
    assert_eq!((error.ply, error.played), (1, moves[1]));
    assert!(error.to_string().starts_with("ply 2, a7-a1/a2: "));
}

#[test]
fn tags_have_names_and_keep_their_order() {
    let mut tags = Tags::new();
    for (name, value) in [("White", "a"), ("Event", "b"), ("WHITE", "c")] {
        tags.set(name, value).unwrap();
    }
    assert_eq!(
        tags.iter().collect::<Vec<_>>(),
        [("White", "c"), ("Event", "b")]
    );
    for name in [
        "",
        "1a",
        "_a",
        "a b",
        "é",
        "fen",
        "Result",
        "MARGIN",
        "Termination",
    ] {
        assert_eq!(tags.set(name, "x"), Err(TagNameError), "{name}");
    }
    assert_eq!(tags.remove("white").as_deref(), Some("c"));
    assert_eq!(tags.get("White"), None);
}

#[test]
fn a_margin_is_no_more_than_the_squares_of_a_board() {
    let mut game = Game::new();
    assert!(game.set_margin(Some(100)));
    assert!(!game.set_margin(Some(101)));
    assert_eq!(game.margin(), Some(100));
    assert!(game.set_margin(None));
    assert_eq!(game.margin(), None);
}
