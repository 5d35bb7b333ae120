//! How the alpha-beta search is set up.

use super::value::Value;

/// Options of an [`AlphaBeta`](super::AlphaBeta).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[must_use]
pub struct AlphaBetaOptions {
    pub(super) width: usize,
    pub(super) slides: usize,
    pub(super) memory_mib: usize,
    pub(super) keep: bool,
    pub(super) selective: bool,
    pub(super) depth: Option<u32>,
    pub(super) params: [f32; 12],
}

impl AlphaBetaOptions {
    /// MiB of an alpha-beta search when nothing else is said.
    pub const DEFAULT_MEMORY_MIB: usize = 256;

    /// The moves of a position that are searched at most, when nothing else is said.
    pub const DEFAULT_WIDTH: usize = 25;

    /// The greatest width: there is no position of a usual game with more moves.
    pub const MOST_WIDTH: usize = 4_096;

    /// The slides of a position whose shots are looked at, at most, when nothing else is said.
    pub const DEFAULT_SLIDES: usize = 10;

    /// 25 moves a position, 256 MiB.
    pub fn new() -> AlphaBetaOptions {
        AlphaBetaOptions {
            width: Self::DEFAULT_WIDTH,
            slides: Self::DEFAULT_SLIDES,
            memory_mib: Self::DEFAULT_MEMORY_MIB,
            keep: false,
            selective: true,
            depth: None,
            params: [0.0, 0.0, 2.0, 1000.0, 4.0, 12.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        }
    }

    /// The moves of a position that are searched: the best by static value, 1 to
    /// [`MOST_WIDTH`](AlphaBetaOptions::MOST_WIDTH).
    pub fn with_width(mut self, width: usize) -> AlphaBetaOptions {
        self.width = width.clamp(1, Self::MOST_WIDTH);
        self
    }

    /// The slides of a position, the best by static value, whose shots are looked at: at least 1.
    pub fn with_slides(mut self, slides: usize) -> AlphaBetaOptions {
        self.slides = slides.max(1);
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

    /// Whether moves that look worse are searched less deep, and slides passed over that no shot makes good. On unless
    /// said otherwise; without, the value is that of plain negamax.
    pub fn with_selectivity(mut self, selective: bool) -> AlphaBetaOptions {
        self.selective = selective;
        self
    }

    /// The deepest search in plies.
    pub fn with_depth(mut self, depth: u32) -> AlphaBetaOptions {
        self.depth = Some(depth);
        self
    }

    /// x
    pub fn params(&self) -> [f32; 12] { self.params }
    /// x
    pub fn with_params(mut self, params: [f32; 12]) -> AlphaBetaOptions {
        self.params = params;
        self
    }

    pub(super) fn root_width(&self) -> usize {
        self.width * self.params[2] as usize
    }

    pub(super) fn root_slides(&self) -> usize {
        self.slides * self.params[2] as usize
    }

    /// The greatest gain that the best shot after a slide is expected to bring.
    pub(super) fn best_shot_gain(&self) -> Value {
        if self.selective { self.params[3] as Value } else { Value::MAX / 2 }
    }

    /// Plies that the search of a child is less deep.
    pub(super) fn reduction(&self, depth: u32, index: usize, _value: Value, _alpha: Value) -> u32 {
        let p = &self.params;
        if !self.selective || depth < 3 {
            return 0;
        }
        u32::from(index as f32 >= p[4]) + u32::from(index as f32 >= p[5] && depth >= 4)
    }
}

impl Default for AlphaBetaOptions {
    fn default() -> AlphaBetaOptions {
        AlphaBetaOptions::new()
    }
}
