//! Monte Carlo tree search with two steps a ply, one tree for all workers.

#[cfg(feature = "tuning")]
mod alphabeta;
mod answer;
mod arena;
mod best;
mod bounds;
mod children;
mod choice;
mod confidence;
mod counting;
mod detour;
mod edge;
mod epoch;
mod expand;
mod gather;
mod history;
mod job;
mod line;
#[cfg(all(loom, test))]
mod loom_tests;
mod node;
mod noise;
mod outlook;
mod owner;
mod prior;
mod record;
mod recycle;
mod report;
mod reuse;
mod root_solver;
mod score;
mod select;
mod settings;
mod simulate;
mod sync;
mod tree;
mod worker;

#[cfg(feature = "tuning")]
pub use alphabeta::{AlphaBeta, AlphaBetaError, AlphaBetaOptions, AlphaBetaReport};
pub(crate) use choice::RootChoice;
#[cfg(feature = "tuning")]
pub use confidence::MOST_PLIES;
pub(crate) use job::{Job, Task};
pub(crate) use noise::Noise;
pub(crate) use owner::{Root, TreeOwner};
pub use report::{Line, Proven, Report};
#[cfg(feature = "tuning")]
pub use settings::Knowledge;
pub use settings::Settings;
