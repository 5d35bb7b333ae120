//! What every long computation obeys: limits, a game's clock, a request to stop, a memory budget, a pool of threads, progress.

mod budget;
mod clock;
mod limits;
mod pool;
mod progress;
mod stop;

pub use budget::{MemoryBudget, OverBudget, Reservation};
pub use clock::Clock;
pub(crate) use clock::{Budget, Deliberation, Outlook};
pub use limits::Limits;
pub(crate) use pool::Sliced;
pub use pool::{Pool, PoolError};
pub use progress::Progress;
pub use stop::Stop;
