//! What every long computation obeys: limits, a request to stop, a memory budget, a pool of threads, progress.

mod budget;
mod limits;
mod pool;
mod progress;
mod stop;

pub use budget::{MemoryBudget, OverBudget, Reservation};
pub use limits::Limits;
pub use pool::{Pool, PoolError};
pub use progress::Progress;
pub use stop::Stop;
