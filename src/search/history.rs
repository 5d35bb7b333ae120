//! What the search has learnt about moves: how much better or worse than thought they turn out, wherever in the tree their
//! side could make them.
//!
//! A slide that strands an amazon, or an arrow that shuts one in, is a good move in most positions in which it can be made.
//! Where the evaluation misjudges it, searches of some of them find out, and new children in all others get a correction:
//! the history heuristic (Schaeffer 1989), applied to errors of the evaluation.
//!
//! What a child is compared with is its value as it was corrected when its node was made, so that of a lasting error about
//! half is corrected in the end. To correct more of it gained nothing (`docs/experiments.md`).

use super::arena::NoMemory;
use super::edge::Edge;
use super::record::{Record, doublings};
use super::sync::{AtomicU64, Ordering, zeroed_words};
use crate::board::Color;

/// Corrections of both sides' static values.
pub(super) struct History {
    /// White's entries, then Black's: slides by their squares, shots by theirs, then the sums over all of either kind.
    entries: Vec<AtomicU64>,
}

/// What a child says of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    entry: u32,
    sum: u32,
    /// What the child exceeds its static value by, in fixed-point units of a doubling.
    units: i32,
}

impl Lesson {
    /// That of a visited child of the side that chose it.
    pub(super) fn of(side: Color, kind: Kind, record: Record, edge: Edge) -> Option<Lesson> {
        let excess = doublings(edge.mean()?) - record.doublings();
        Some(Lesson {
            entry: (start(side) + kind.entry(record.squares())) as u32,
            sum: (start(side) + kind.sum()) as u32,
            units: (excess.clamp(-MOST, MOST) * UNIT) as i32,
        })
    }
}

/// Which of the two steps of a ply a child is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Slide,
    Shot,
}

/// The ranges of [`Record::slide`] and [`Record::shot`].
const SLIDES: usize = 10_000;
const SHOTS: usize = 100;
/// Entries of a side: those above and the two sums.
const SIDE: usize = SLIDES + SHOTS + 2;

/// Visits from which on a child says something: its first value is still much like the static one.
/// `docs/experiments.md` has the matches that this and [`DOUBT`] come from.
const LEAST_VISITS: u32 = 4;

/// It says so again whenever its visits have grown by this factor, as a power of two: what most of them say is new then.
const AGAIN_BITS: u32 = 2;

const _: () = assert!(
    LEAST_VISITS.is_power_of_two() && LEAST_VISITS.trailing_zeros().is_multiple_of(AGAIN_BITS)
);

/// A correction is the mean of this many zeros and of what was seen.
const DOUBT: f32 = 4.0;

/// No child says more than this, in doublings of the odds of winning: odds of eight to one tell a blunder, and ten
/// doublings would drown what all others say.
const MOST: f32 = 3.0;

/// Fixed-point units of a doubling, in sums.
const UNIT: f32 = 1024.0;

/// Children that a sum holds before both are halved: what was learnt long ago fades, and sums stay in range.
const MOST_SEEN: u32 = 1 << 16;

impl History {
    /// Nothing learnt yet.
    pub(super) fn new() -> Result<History, NoMemory> {
        let entries = zeroed_words(2 * SIDE).ok_or(NoMemory)?;
        Ok(History { entries })
    }

    /// Bytes of the entries.
    pub(super) const BYTES: usize = 2 * SIDE * size_of::<AtomicU64>();

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for entry in &mut self.entries {
            *entry = AtomicU64::new(0);
        }
    }

    /// Whether a child with so many visits, the last few of them new, has had something to say with one of those.
    pub(super) fn is_due(visits: u32, new: u32) -> bool {
        let last = visits.checked_ilog2().unwrap_or(0) / AGAIN_BITS * AGAIN_BITS;
        let due = 1u32 << last;
        due >= LEAST_VISITS && due > visits.saturating_sub(new)
    }

    /// Learns what a child says.
    pub(super) fn learn(&self, lesson: Lesson) {
        for index in [lesson.entry, lesson.sum] {
            // Nobody waits for the entry: when another worker's word comes between, it is heard first.
            let _ = self.entries[index as usize].fetch_update(
                Ordering::Relaxed,
                Ordering::Relaxed,
                |entry| Some(Seen::read(entry).with(lesson.units).packed()),
            );
        }
    }

    /// How often something was learnt of a side's slides or shots.
    #[cfg(all(test, not(loom)))]
    pub(super) fn seen(&self, side: Color, kind: Kind) -> u32 {
        let entry = &self.entries[start(side) + kind.sum()];
        Seen::read(entry.load(Ordering::Relaxed)).count
    }

    /// The corrections of one side's slides or shots as they are now.
    pub(super) fn corrections(&self, side: Color, kind: Kind) -> Corrections<'_> {
        let read = |index: usize| Seen::read(self.entries[index].load(Ordering::Relaxed));
        Corrections {
            history: self,
            start: start(side),
            kind,
            mean: read(start(side) + kind.sum()).mean(),
        }
    }
}

fn start(side: Color) -> usize {
    match side {
        Color::White => 0,
        Color::Black => SIDE,
    }
}

impl Kind {
    /// The entry of a child by its record's squares.
    fn entry(self, squares: u16) -> usize {
        match self {
            Kind::Slide => usize::from(squares) % SLIDES,
            Kind::Shot => SLIDES + usize::from(squares) % SHOTS,
        }
    }

    /// The entry of the sum over all.
    fn sum(self) -> usize {
        SLIDES + SHOTS + self as usize
    }
}

/// What children said of a move: the sum of their excesses in fixed-point units, and their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    sum: i32,
    count: u32,
}

impl Seen {
    fn read(entry: u64) -> Seen {
        Seen {
            sum: (entry >> 32) as i32,
            count: entry as u32,
        }
    }

    fn packed(self) -> u64 {
        (self.sum as u64) << 32 | u64::from(self.count)
    }

    fn with(self, units: i32) -> Seen {
        let (sum, count) = if self.count < MOST_SEEN {
            (self.sum, self.count)
        } else {
            (self.sum / 2, self.count / 2)
        };
        Seen {
            sum: sum + units,
            count: count + 1,
        }
    }

    /// The mean excess in doublings; 0 of none.
    fn mean(self) -> f32 {
        self.sum as f32 / (UNIT * self.count.max(1) as f32)
    }
}

/// Corrections of the slides or shots of one side.
pub(super) struct Corrections<'a> {
    history: &'a History,
    start: usize,
    kind: Kind,
    /// What all children of the kind exceed their static values by: that says nothing about any of them.
    mean: f32,
}

impl Corrections<'_> {
    /// What to add to the logit of winning of the side that chooses.
    #[inline]
    pub(super) fn logit(&self, squares: u16) -> f32 {
        let index = self.start + self.kind.entry(squares);
        let seen = Seen::read(self.history.entries[index].load(Ordering::Relaxed));
        let count = seen.count as f32;
        let doublings = (seen.sum as f32 / UNIT - count * self.mean) / (count + DOUBT);
        doublings * core::f32::consts::LN_2
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::board::Square;

    fn record(logit: f32) -> Record {
        Record::new(Record::slide(Square::ALL[3], Square::ALL[63]), logit)
    }

    fn visited(visits: u32, mean: f32) -> Edge {
        Edge::default().with_visits(visits, mean * visits as f32, None)
    }

    #[test]
    fn children_speak_at_four_visits_and_at_every_fourfold() {
        let due: Vec<u32> = (0..2_000)
            .filter(|&visits| History::is_due(visits, 1))
            .collect();
        assert_eq!(due, [4, 16, 64, 256, 1_024]);
        for new in 1..70 {
            for visits in new..2_000 {
                let any = due.iter().any(|&due| due <= visits && due > visits - new);
                assert_eq!(History::is_due(visits, new), any, "{visits}, {new}");
            }
        }
    }

    #[test]
    fn a_move_that_does_better_than_others_is_raised_for_its_side_alone() {
        let mut history = History::new().unwrap();
        let (good, other) = (
            record(0.0),
            Record::new(Record::slide(Square::ALL[3], Square::ALL[5]), 0.0),
        );
        for _ in 0..10 {
            history.learn(Lesson::of(Color::White, Kind::Slide, good, visited(4, 0.8)).unwrap());
            history.learn(Lesson::of(Color::White, Kind::Slide, other, visited(4, 0.5)).unwrap());
        }
        let white = history.corrections(Color::White, Kind::Slide);
        // Odds of four are two doublings, one more than the mean of both; ten of fourteen parts of it.
        let expected = 10.0 / 14.0 * core::f32::consts::LN_2;
        assert!((white.logit(good.squares()) - expected).abs() < 0.01);
        assert!((white.logit(other.squares()) + expected).abs() < 0.01);
        assert_eq!(
            white.logit(Record::slide(Square::ALL[0], Square::ALL[1])),
            0.0
        );
        let black = history.corrections(Color::Black, Kind::Slide);
        assert_eq!(black.logit(good.squares()), 0.0);
        let shots = history.corrections(Color::White, Kind::Shot);
        assert!((0..100).all(|arrow| shots.logit(arrow) == 0.0));
        history.clear();
        assert_eq!(
            history
                .corrections(Color::White, Kind::Slide)
                .logit(good.squares()),
            0.0
        );
    }

    #[test]
    fn no_number_of_words_leaves_the_range() {
        for mean in [0.0, 1.0] {
            let mut seen = Seen { sum: 0, count: 0 };
            let units =
                ((doublings(mean) - record(0.0).doublings()).clamp(-MOST, MOST) * UNIT) as i32;
            for _ in 0..10 * MOST_SEEN {
                seen = Seen::read(seen.with(units).packed());
            }
            assert!(seen.count <= MOST_SEEN);
            let most = if mean > 0.5 { MOST } else { -MOST };
            assert!((seen.mean() - most).abs() < 0.01, "{seen:?}");
        }
    }
}
