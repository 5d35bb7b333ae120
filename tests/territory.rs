//! The territory evaluation against reference values made by an independent program.

use amazons::territory::{Evaluator, UNREACHABLE, evaluate, king_distances, queen_distances};
use amazons::{Bitboard, Color, Position, Square, Symmetry};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn alphas(position: &Position, color: Color) -> Vec<f64> {
    evaluate(position)
        .amazons
        .iter()
        .filter(|amazon| amazon.color == color)
        .map(|amazon| amazon.alpha)
        .collect()
}

#[test]
fn the_values_of_the_start() {
    let explained = evaluate(&Position::start());
    assert!(close(explained.queen_race.score(0.2), 9.6));
    assert!(close(explained.king_race.score(0.2), 3.2));
    assert!(close(explained.queen_nearness, 0.0));
    assert!(close(explained.king_lead, 0.0));
    assert!(close(explained.contested, 70.0));
    for color in Color::ALL {
        assert_eq!(alphas(&Position::start(), color), [53.1171875; 4]);
    }
}

#[test]
fn the_values_after_a_common_first_move() {
    let mut position = Position::start();
    position.play("d1-d7/g7".parse().unwrap()).unwrap();
    let explained = evaluate(&position);
    assert!(close(explained.queen_race.score(-0.2), 12.2));
    assert!(close(explained.king_race.score(-0.2), 21.0));
    assert!(close(explained.queen_nearness, 8.25));
    assert!(close(explained.king_lead, 34.0 / 3.0));
    assert!(close(explained.contested, 57.25));
    // By square: g1 a4 j4 d7, and a7 j7 d10 g10.
    assert_eq!(
        alphas(&position, Color::White),
        [55.40625, 50.9296875, 49.1796875, 93.5]
    );
    assert_eq!(
        alphas(&position, Color::Black),
        [48.6875, 48.90625, 44.75, 44.75]
    );
}

#[test]
fn distances_and_sums_are_those_of_the_reference() {
    let text = include_str!("data/distances.jsonl");
    let mut lines = 0;
    for line in text.lines() {
        let reference: serde_json::Value = serde_json::from_str(line).unwrap();
        let fen = reference["fen"].as_str().unwrap();
        let position: Position = fen.parse().unwrap();
        let explained = evaluate(&position);
        for (color, suffix) in [(Color::White, "w"), (Color::Black, "b")] {
            for (map, name) in [
                (queen_distances(&position, color), "d1"),
                (king_distances(&position, color), "d2"),
            ] {
                let expected = reference[format!("{name}{suffix}")].as_array().unwrap();
                for (i, expected) in expected.iter().enumerate() {
                    let (column, row) =
                        (i as u8 % position.columns(), i as u8 / position.columns());
                    let square = Square::new(column, row).unwrap();
                    assert_eq!(
                        u64::from(map.at(square)),
                        expected.as_u64().unwrap(),
                        "{fen} {name}{suffix} {square}"
                    );
                }
            }
        }
        for (race, name) in [(explained.queen_race, "t1"), (explained.king_race, "t2")] {
            let of = |key: &str| reference[name][key].as_u64().unwrap() as u32;
            assert_eq!(
                (race.win, race.loss, race.tie),
                (of("win"), of("loss"), of("tie")),
                "{fen} {name}"
            );
        }
        for (value, name) in [
            (explained.queen_nearness, "c1"),
            (explained.king_lead, "c2"),
            (explained.contested, "w"),
        ] {
            assert!(
                close(value, reference[name].as_f64().unwrap()),
                "{fen} {name}"
            );
        }
        lines += 1;
    }
    assert_eq!(lines, 60);
    assert_eq!(UNREACHABLE, 255);
}

#[test]
fn batches_equal_single_calls_bit_for_bit() {
    let evaluator = Evaluator::new();
    let start = Position::start();
    let mut out = vec![1.0];
    let slides: Vec<(Square, Square)> = start
        .amazons(start.turn())
        .iter()
        .flat_map(|from| start.slides_from(from).iter().map(move |to| (from, to)))
        .collect();
    evaluator.white_logits_after_slides(&start, &slides, &mut out);
    assert_eq!(out.len(), slides.len());
    for (&(from, to), after_slide) in slides.iter().zip(out.clone()) {
        let slid = start.slide(from, to).unwrap();
        assert_eq!(
            evaluator.white_logit_slid(&slid).to_bits(),
            after_slide.to_bits()
        );
        evaluator.white_logits_after_shots(&slid, slid.shots(), &mut out);
        assert_eq!(out.len(), slid.shots().iter().count());
        for (arrow, after_shot) in slid.shots().iter().zip(&out) {
            let position = slid.shoot(arrow).unwrap();
            assert_eq!(
                evaluator.white_logit(&position).to_bits(),
                after_shot.to_bits()
            );
        }
    }
}

fn midgame() -> impl Iterator<Item = Position> {
    include_str!("data/midgame.fen")
        .lines()
        .map(|line| line.parse().unwrap())
}

#[test]
fn exchanged_colours_exchange_the_chances() {
    let evaluator = Evaluator::new();
    for position in midgame() {
        let mut setup = position.setup();
        std::mem::swap(&mut setup.white, &mut setup.black);
        setup.turn = !setup.turn;
        let exchanged = Position::from_setup(&setup).unwrap();
        let (logit, other) = (
            evaluator.white_logit(&position),
            evaluator.white_logit(&exchanged),
        );
        assert_eq!(logit, -other, "{position}");
        let (explained, other) = (evaluate(&position), evaluate(&exchanged));
        assert!((explained.white_margin + other.white_margin).abs() < 1e-4);
    }
}

#[test]
fn crowds_of_amazons_are_worth_the_same_from_every_side() {
    let mut random = 1u64;
    let mut next = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize
    };
    let evaluator = Evaluator::new();
    for _ in 0..200 {
        // From boards full of amazons of one side to boards of both; the rest of a square's chances leave it empty.
        let kinds = [4, 4 + next() % 3, 7][next() % 3];
        let mut setup = Position::start().setup();
        (setup.white, setup.black) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in Position::start().squares() {
            match next() % kinds {
                0..=2 => setup.white |= square.into(),
                4 => setup.black |= square.into(),
                5 => setup.burnt |= square.into(),
                _ => {}
            }
        }
        let position = Position::from_setup(&setup).unwrap();
        let logit = evaluator.white_logit(&position);
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            assert_eq!(evaluator.white_logit(&image), logit, "{position}");
        }
    }
}

#[test]
fn the_shares_add_up_to_the_logit() {
    for position in midgame() {
        let explained = evaluate(&position);
        let sum: f32 = explained.terms.iter().map(|term| term.white_logit).sum();
        assert!((sum - explained.white_logit).abs() < 1e-4, "{position}");
        assert_eq!(
            explained.white_logit,
            Evaluator::new().white_logit(&position)
        );
        assert!(explained.ownership.iter().all(|share| share.abs() <= 1.0));
    }
}

#[test]
fn of_the_shares_only_the_tempo_depends_on_who_is_to_move() {
    let evaluator = Evaluator::new();
    for position in midgame() {
        let other = position.with_turn(!position.turn());
        let [(tempo, shares), (other_tempo, other_shares)] = [position, other].map(|position| {
            let mut terms = evaluate(&position).terms;
            let tempo = terms.pop().unwrap();
            assert_eq!(tempo.name, "tempo");
            (tempo.white_logit, terms)
        });
        let worth = evaluator.white_logit(&position) - evaluator.white_logit(&other);
        assert!((tempo - worth / 2.0).abs() < 1e-4, "{position}");
        assert!((tempo + other_tempo).abs() < 1e-4, "{position}");
        for (share, other) in shares.iter().zip(&other_shares) {
            assert!(
                (share.white_logit - other.white_logit).abs() < 1e-4,
                "{position} {share:?}"
            );
        }
    }
}

#[test]
fn separated_squares_are_owned_for_sure_and_their_amazons_enclosed() {
    let position: Position = "Q2*1q/******/6 w - - 0 1".parse().unwrap();
    let explained = evaluate(&position);
    let at = |text: &str| explained.ownership[text.parse::<Square>().unwrap().index()];
    assert_eq!((at("b3"), at("c3"), at("e3")), (1.0, 1.0, -1.0));
    assert_eq!(
        (at("a3"), at("a1")),
        (0.0, 0.0),
        "an amazon and a dead square"
    );
    assert_eq!(explained.contested, 0.0);
    // Two squares against one, and White has to fill first.
    assert_eq!(explained.white_margin, 0.5);
    for color in Color::ALL {
        assert_eq!(explained.enclosed(color), position.amazons(color));
    }
}

#[cfg(feature = "serde")]
#[test]
fn an_evaluation_is_plain_json() {
    let json = serde_json::to_value(evaluate(&Position::start())).unwrap();
    assert_eq!(json["contested"], 70.0);
    assert_eq!(json["queen_race"]["tie"], 48);
    assert_eq!(json["amazons"][0]["square"], "d1");
    assert_eq!(json["amazons"][0]["color"], "white");
    assert_eq!(json["ownership"].as_array().unwrap().len(), 100);
    assert_eq!(json["queen_distances"][0].as_array().unwrap().len(), 100);
    assert_eq!(json["terms"][0]["name"], "queen distances");
}
