//! The territory evaluation against reference values made by an independent program.

use amazons::territory::{Evaluator, UNREACHABLE, evaluate, king_distances, queen_distances};
use amazons::{Color, Position, Square};

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
