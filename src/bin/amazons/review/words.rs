//! What a review says in words, the same in every form.

use amazons::{Color, Ending, Tags};

use super::analysis::Review;
use super::judgement::Mark;
use crate::counted::counted;

/// The players' names, or what stands for them.
pub fn players(review: &Review) -> [String; 2] {
    let tags = review.game.tags();
    [(Tags::WHITE, "White"), (Tags::BLACK, "Black")].map(|(tag, unknown)| {
        tags.get(tag)
            .filter(|name| !name.trim().is_empty())
            .unwrap_or(unknown)
            .to_owned()
    })
}

/// How the game ended.
pub fn result(review: &Review) -> String {
    let game = &review.game;
    let plies = counted(game.len() as u64, "ply", "plies");
    match (game.winner(), game.ending()) {
        (Some(winner), Ending::NoMove) => {
            format!("{winner} won after {plies}: {} has no move", !winner)
        }
        (Some(winner), Ending::Resignation) => {
            format!("{winner} won after {plies}: {} resigned", !winner)
        }
        (Some(winner), Ending::Time) => format!("{winner} won after {plies} on time"),
        (Some(winner), _) => format!("{winner} won after {plies}"),
        (None, _) => format!("{plies}, the result is not recorded"),
    }
}

/// What one side's moves cost; nothing when it made none.
pub fn record(review: &Review, color: Color) -> Option<String> {
    let mean = review.mean_loss(color)?;
    let counts = Mark::ALL.into_iter().rev().map(|mark| {
        let count = review.count(color, mark);
        format!("{count} {}", mark.counted(count))
    });
    let counts: Vec<String> = counts.collect();
    Some(format!(
        "{}, {} a move on average",
        counts.join(", "),
        percent(mean)
    ))
}

/// When the game was decided, in sentences.
pub fn milestones(review: &Review) -> Vec<String> {
    let story = &review.story;
    let mut sentences = Vec::new();
    if let Some(last) = review.plies.last() {
        let ahead = if last.assessment.white_wins >= 0.5 {
            Color::White
        } else {
            Color::Black
        };
        sentences.push(match story.ahead {
            0 => format!("{ahead} was ahead all the time."),
            ply => format!("{ahead} was ahead from ply {ply} on."),
        });
    }
    sentences.push(match (story.proven, story.proven_winner) {
        (Some(ply), Some(winner)) => format!("From ply {ply} on it is proven that {winner} wins."),
        _ => "The result was not proven.".to_owned(),
    });
    sentences.push(match story.settled {
        Some(ply) => {
            format!("Territory was settled at ply {ply}: from there on the sides never meet.")
        }
        None => "Territory was not settled: the sides could still meet at the end.".to_owned(),
    });
    sentences
}

/// The score at the end, in a sentence.
pub fn score(review: &Review) -> String {
    let score = &review.score;
    match (score.winner, score.margin) {
        (Some(winner), Some(margin)) => format!(
            "Territory, counted: White has {} and Black {} left; {winner} wins with {margin} to spare.",
            counted(score.white as u64, "move", "moves"),
            score.black,
        ),
        _ => format!(
            "Territory, expected: {:.1} squares White's and {:.1} Black's.",
            score.white, score.black
        ),
    }
}

/// A probability in per cent.
pub fn percent(probability: f32) -> String {
    format!("{:.1}%", 100.0 * probability)
}

/// A number of moves with its sign, and no zero with a sign.
pub fn signed(number: f32) -> String {
    let tenths = (10.0 * number).round() / 10.0 + 0.0;
    if tenths == 0.0 {
        "0.0".to_owned()
    } else {
        format!("{tenths:+.1}")
    }
}

/// What a cost is, and what its names mean.
pub fn legend() -> String {
    let marks = Mark::ALL.map(|mark| {
        let least = 100.0 * mark.least_loss();
        format!("{} ({}) from {least:.0}%", mark.name(), mark.glyph())
    });
    format!(
        "A move's cost is what it lost of its side's probability to win: {}.",
        marks.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_signed_zero() {
        assert_eq!(
            [0.04, -0.04, 1.25, -3.0].map(signed),
            ["0.0", "0.0", "+1.3", "-3.0"]
        );
    }
}
