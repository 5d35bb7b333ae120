//! What a played move cost, and what that is called.

use amazons::Move;
use serde::Serialize;

/// A move as the review judges it.
#[derive(Serialize, Clone, Debug)]
pub struct Judgement {
    /// The move played.
    #[serde(rename = "move")]
    pub played: Move,
    /// The move that should have been played; the played one when none was better.
    pub best: Move,
    /// The probability that the mover wins after the best move.
    pub best_wins: f32,
    /// The probability that the mover wins after the played move.
    pub played_wins: f32,
    /// What the played move cost of it.
    pub loss: f32,
    /// What such a loss is called, if it is worth a word.
    pub mark: Option<Mark>,
}

impl Judgement {
    pub fn new(played: Move, played_wins: f32, best: Move, best_wins: f32) -> Judgement {
        let loss = (best_wins - played_wins).max(0.0);
        Judgement {
            played,
            best: if loss > 0.0 { best } else { played },
            best_wins: best_wins.max(played_wins),
            played_wins,
            loss,
            mark: Mark::of(loss),
        }
    }
}

/// How bad a move was, by the probability of winning that it lost.
///
/// The bounds are those of lichess.org, whose players know them: 0.1, 0.2 and 0.3 of its winning chances, which go from
/// -1 to 1 and so count twice what a probability does (lila, `modules/tree/src/main/Advice.scala`).
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Mark {
    /// From the mildest to the worst.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The least loss that deserves the mark.
    pub const fn least_loss(self) -> f32 {
        match self {
            Mark::Inaccuracy => 0.05,
            Mark::Mistake => 0.10,
            Mark::Blunder => 0.15,
        }
    }

    pub fn of(loss: f32) -> Option<Mark> {
        Mark::ALL
            .into_iter()
            .rev()
            .find(|mark| loss >= mark.least_loss())
    }

    /// As annotators write it after a move.
    pub const fn glyph(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The name for `count` of them.
    pub const fn counted(self, count: usize) -> &'static str {
        match (self, count) {
            (_, 1) => self.name(),
            (Mark::Inaccuracy, _) => "inaccuracies",
            (Mark::Mistake, _) => "mistakes",
            (Mark::Blunder, _) => "blunders",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_bounds() {
        for (loss, mark) in [
            (0.0, None),
            (0.049, None),
            (0.05, Some(Mark::Inaccuracy)),
            (0.099, Some(Mark::Inaccuracy)),
            (0.1, Some(Mark::Mistake)),
            (0.15, Some(Mark::Blunder)),
            (1.0, Some(Mark::Blunder)),
        ] {
            assert_eq!(Mark::of(loss), mark, "{loss}");
        }
    }

    #[test]
    fn a_move_better_than_the_best_costs_nothing() {
        let [played, best] = ["d1-d7/g7", "g1-g7/d7"].map(|text| text.parse::<Move>().unwrap());
        let judged = Judgement::new(played, 0.6, best, 0.5);
        assert_eq!((judged.best, judged.loss, judged.mark), (played, 0.0, None));
        let judged = Judgement::new(played, 0.3, best, 0.5);
        assert_eq!((judged.best, judged.mark), (best, Some(Mark::Blunder)));
    }
}
