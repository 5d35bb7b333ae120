use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// Bytes in a MiB.
const MIB: usize = 1 << 20;

/// An amount of memory that its users together never exceed. Clones share it.
///
/// ```
/// use amazons::control::MemoryBudget;
/// let budget = MemoryBudget::mib(2);
/// let half = budget.reserve(1 << 20)?;
/// assert!(budget.reserve(3 << 19).is_err());
/// drop(half);
/// assert!(budget.reserve(3 << 19).is_ok());
/// # Ok::<(), amazons::control::OverBudget>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryBudget(Arc<Account>);

#[derive(Debug)]
struct Account {
    bytes: usize,
    used: AtomicUsize,
}

impl MemoryBudget {
    /// A budget of `mib` MiB.
    #[must_use]
    pub fn mib(mib: usize) -> MemoryBudget {
        MemoryBudget::bytes(mib.saturating_mul(MIB))
    }

    /// A budget of `bytes` bytes.
    #[must_use]
    pub fn bytes(bytes: usize) -> MemoryBudget {
        MemoryBudget(Arc::new(Account {
            bytes,
            used: AtomicUsize::new(0),
        }))
    }

    /// Bytes in all.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.bytes
    }

    /// Bytes that nobody holds now.
    #[must_use]
    pub fn available(&self) -> usize {
        self.0.bytes - self.0.used.load(Ordering::Relaxed)
    }

    /// Sets `bytes` aside until the reservation is dropped.
    ///
    /// # Errors
    /// When fewer bytes are left.
    pub fn reserve(&self, bytes: usize) -> Result<Reservation, OverBudget> {
        let total = self.0.bytes;
        self.0
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                used.checked_add(bytes).filter(|&after| after <= total)
            })
            .map(|_| Reservation {
                budget: self.clone(),
                bytes,
            })
            .map_err(|used| OverBudget {
                asked: bytes,
                available: total - used,
            })
    }
}

/// Bytes set aside in a [`MemoryBudget`]; given back when dropped.
#[derive(Debug)]
pub struct Reservation {
    budget: MemoryBudget,
    bytes: usize,
}

impl Reservation {
    /// The number of bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.0.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// More memory was asked for than the budget has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OverBudget {
    /// Bytes asked for.
    pub asked: usize,
    /// Bytes left.
    pub available: usize,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} bytes asked of a memory budget that has {} left",
            self.asked, self.available
        )
    }
}

impl core::error::Error for OverBudget {}
