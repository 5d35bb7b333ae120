//! How the alpha-beta search is set up.

use super::value::{INFINITE, LOSS, Value};
use crate::search::settings::Settings;

/// So many times as many moves and slides are looked at in the root: what is passed over there is never found.
const ROOT_FACTOR: usize = 2;

/// Two units of the logit: in 35 positions of tests/data/midgame.fen, one slide in a hundred gained more than 1.75 by its best
/// shot, half of them 0.14 and less.
const BEST_SHOT_GAIN: Value = 1_000;

/// Moves from the fifth on are searched a ply less deep, from the thirteenth on two; from the fourth and the ninth on was
/// 45% of 100 games.
const REDUCED_FROM: usize = 4;
const REDUCED_TWICE_FROM: usize = 12;

/// Options of an [`AlphaBeta`](super::AlphaBeta).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[must_use]
pub struct AlphaBetaOptions {
    pub(super) width: usize,
    pub(super) near_width: usize,
    pub(super) slides: usize,
    pub(super) static_percent: u32,
    pub(super) memory_mib: usize,
    pub(super) keep: bool,
    pub(super) selective: bool,
    pub(super) depth: Option<u32>,
    pub(super) settings: Settings,
}

impl AlphaBetaOptions {
    /// MiB of an alpha-beta search when nothing else is said.
    pub const DEFAULT_MEMORY_MIB: usize = 256;

    /// The moves of a position that are searched at most, when nothing else is said.
    pub const DEFAULT_WIDTH: usize = 50;

    /// The moves that are searched two plies before the end of a line, when nothing else is said.
    pub const DEFAULT_NEAR_WIDTH: usize = 25;

    /// The greatest width; the standard start has 2,176 moves.
    pub const MOST_WIDTH: usize = 4_096;

    /// The slides of a position whose shots are looked at, at most, when nothing else is said.
    pub const DEFAULT_SLIDES: usize = 20;

    /// The share of a line's last position's own static value in what it is worth, in percent, when nothing else is said.
    pub const DEFAULT_STATIC_PERCENT: u32 = 50;

    /// The greatest such share.
    pub const MOST_STATIC_PERCENT: u32 = 90;

    /// 50 moves a position, 256 MiB.
    pub fn new() -> AlphaBetaOptions {
        AlphaBetaOptions {
            width: Self::DEFAULT_WIDTH,
            near_width: Self::DEFAULT_NEAR_WIDTH,
            slides: Self::DEFAULT_SLIDES,
            static_percent: Self::DEFAULT_STATIC_PERCENT,
            memory_mib: Self::DEFAULT_MEMORY_MIB,
            keep: false,
            selective: true,
            depth: None,
            settings: Settings::default(),
        }
    }

    /// The moves of a position that are searched: the best by static value, 1 to
    /// [`MOST_WIDTH`](AlphaBetaOptions::MOST_WIDTH).
    pub fn with_width(mut self, width: usize) -> AlphaBetaOptions {
        self.width = width.clamp(1, Self::MOST_WIDTH);
        self
    }

    /// As [`with_width`](AlphaBetaOptions::with_width), but two plies before the end of a line, where most of the time goes,
    /// unless these all lose. At least 1; without meaning where it is the greater of the two, or where nothing is
    /// [passed over](AlphaBetaOptions::with_selectivity).
    pub fn with_near_width(mut self, width: usize) -> AlphaBetaOptions {
        self.near_width = width.max(1);
        self
    }

    /// The slides of a position, the best by static value, whose shots are looked at: at least 1.
    pub fn with_slides(mut self, slides: usize) -> AlphaBetaOptions {
        self.slides = slides.max(1);
        self
    }

    /// What share the static value of a line's last position has in what that is worth, in percent, at most
    /// [`MOST_STATIC_PERCENT`](AlphaBetaOptions::MOST_STATIC_PERCENT); its best child's has the rest.
    pub fn with_static_percent(mut self, percent: u32) -> AlphaBetaOptions {
        self.static_percent = percent.min(Self::MOST_STATIC_PERCENT);
        self
    }

    /// MiB of everything that the search allocates.
    pub fn with_memory_mib(mut self, mib: usize) -> AlphaBetaOptions {
        self.memory_mib = mib;
        self
    }

    /// Whether a search takes over what earlier ones found out. Off unless asked for: reports then depend on earlier
    /// searches.
    pub fn with_kept_table(mut self, keep: bool) -> AlphaBetaOptions {
        self.keep = keep;
        self
    }

    /// Whether moves that look worse are searched less deep, fewer moves looked at near the end of a line, and slides passed
    /// over that no shot makes good. On unless said otherwise; without, the value is that of plain negamax to the same leaves.
    pub fn with_selectivity(mut self, selective: bool) -> AlphaBetaOptions {
        self.selective = selective;
        self
    }

    /// The deepest search in plies.
    pub fn with_depth(mut self, depth: u32) -> AlphaBetaOptions {
        self.depth = Some(depth);
        self
    }

    /// What is asked of endgames, and the weights of the evaluation; the other settings are a tree's.
    pub fn with_settings(mut self, settings: Settings) -> AlphaBetaOptions {
        self.settings = settings;
        self
    }

    /// As [`width`](AlphaBetaOptions::with_width), for the root.
    pub(super) fn root_width(&self) -> usize {
        self.width.saturating_mul(ROOT_FACTOR)
    }

    /// As [`slides`](AlphaBetaOptions::with_slides), for the root.
    pub(super) fn root_slides(&self) -> usize {
        self.slides.saturating_mul(ROOT_FACTOR)
    }

    /// How many of a position's moves are searched so deep.
    pub(super) fn width_at(&self, depth: u32) -> usize {
        match self.selective && depth == 2 {
            true => self.near_width,
            false => self.width,
        }
    }

    /// What the best shot after a slide is expected to gain at most over the slide's own static value.
    pub(super) fn best_shot_gain(&self) -> Value {
        match self.selective {
            true => BEST_SHOT_GAIN,
            false => INFINITE - LOSS,
        }
    }

    /// How many plies less deep the move of this number is searched at first (late move reductions).
    pub(super) fn reduction(&self, depth: u32, number: usize) -> u32 {
        if !self.selective || depth < 3 {
            return 0;
        }
        u32::from(number >= REDUCED_FROM) + u32::from(number >= REDUCED_TWICE_FROM && depth >= 4)
    }
}

impl Default for AlphaBetaOptions {
    fn default() -> AlphaBetaOptions {
        AlphaBetaOptions::new()
    }
}
