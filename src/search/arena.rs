//! The memory of a tree: blocks of one size, claimed by a counter, given back to a list, never moved.

use std::sync::PoisonError;

use super::line::Line;
use super::sync::{AtomicU32, AtomicU64, Mutex, Ordering, zeroed_words};

/// Words in a block. 128 bytes: two cache lines, which processors fetch as a pair.
pub(super) const BLOCK_WORDS: usize = 16;

/// Bytes in a block.
pub(super) const BLOCK_BYTES: usize = BLOCK_WORDS * 8;

/// The name of no block.
pub(super) const NONE: u32 = 0;

/// Links have 30 bits, so a tree has at most 128 GiB.
const MAX_BLOCKS: usize = 1 << 30;

/// Blocks a worker takes from the common store at a time.
const CHUNK: u32 = 64;

/// The tree's time has about so many ticks for as many chunks as there are: nodes note when they were visited, all workers
/// write to those of the upper tree, and recycling needs no finer ages.
const TICKS: u32 = 1 << 10;

/// All blocks of a tree. Block 0 is never handed out: its number is [`NONE`].
pub(super) struct Arena {
    /// The blocks, from word `first` on. Words and not blocks, because only for types of small alignment does the system
    /// hand out zeroed memory without touching it.
    words: Vec<AtomicU64>,
    /// The first word on a block's boundary.
    first: usize,
    /// Blocks in all, block 0 among them.
    blocks: u32,
    store: Line<Store>,
    /// Chunks that are handed out in a tick, as a power of two.
    tick_bits: u32,
    /// Whether one worker alone writes, which spares it the price of atomic updates.
    alone: bool,
}

/// What changes with every chunk of blocks that a worker takes.
struct Store {
    /// The first block never handed out.
    fresh: AtomicU32,
    returned: Mutex<Chain>,
    /// Length of `returned`, to be read without its lock.
    returned_count: AtomicU32,
    /// Counts the chunks handed out.
    clock: AtomicU32,
}

/// Free blocks, each naming the next in its first word.
struct Chain {
    head: u32,
    count: u32,
}

/// The system has not as much memory as asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoMemory;

impl Arena {
    /// An arena of at most `bytes` bytes. The system backs them with memory as they are used.
    pub(super) fn new(bytes: usize, workers: usize) -> Result<Arena, NoMemory> {
        let count = (bytes / BLOCK_BYTES).min(MAX_BLOCKS);
        let words = zeroed_words(count * BLOCK_WORDS).ok_or(NoMemory)?;
        prefer_huge_pages(&words);
        let first = words.as_ptr().align_offset(BLOCK_BYTES).min(words.len());
        let blocks = (words.len() - first) / BLOCK_WORDS;
        Ok(Arena {
            words,
            first,
            blocks: blocks as u32,
            store: Line::new(Store {
                fresh: AtomicU32::new(1),
                returned: Mutex::new(Chain {
                    head: NONE,
                    count: 0,
                }),
                returned_count: AtomicU32::new(0),
                clock: AtomicU32::new(0),
            }),
            tick_bits: (blocks as u32 / CHUNK / TICKS).checked_ilog2().unwrap_or(0),
            alone: workers == 1,
        })
    }

    /// One word of a block.
    #[inline]
    pub(super) fn word(&self, block: u32, word: usize) -> &AtomicU64 {
        &self.block(block)[word]
    }

    /// All words of a block.
    #[inline]
    pub(super) fn block(&self, block: u32) -> &[AtomicU64; BLOCK_WORDS] {
        &self.words[self.first..].as_chunks().0[block as usize]
    }

    /// Says how many workers the next search has. Nobody may be at work.
    pub(super) fn set_workers(&mut self, workers: usize) {
        self.alone = workers == 1;
    }

    /// Whether there is one worker only.
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.alone
    }

    /// Adds to a word that only workers write, wrapping around; returns the sum.
    #[inline]
    pub(super) fn add(&self, block: u32, word: usize, amount: u64) -> u64 {
        let word = self.word(block, word);
        if self.alone {
            let sum = word.load(Ordering::Relaxed).wrapping_add(amount);
            word.store(sum, Ordering::Relaxed);
            sum
        } else {
            word.fetch_add(amount, Ordering::Relaxed)
                .wrapping_add(amount)
        }
    }

    /// Blocks in all.
    pub(super) fn capacity(&self) -> u32 {
        self.blocks.saturating_sub(1)
    }

    /// Blocks that no worker has taken.
    pub(super) fn available(&self) -> u32 {
        let fresh = self
            .blocks
            .saturating_sub(self.store.fresh.load(Ordering::Relaxed));
        fresh + self.store.returned_count.load(Ordering::Relaxed)
    }

    /// The blocks that were ever handed out: 1 to this, exclusive.
    pub(super) fn touched(&self) -> u32 {
        self.store.fresh.load(Ordering::Relaxed).min(self.blocks)
    }

    /// Takes all blocks back at once. Nobody may hold one.
    pub(super) fn clear(&mut self) {
        self.store.fresh.store(1, Ordering::Relaxed);
        self.store.returned_count.store(0, Ordering::Relaxed);
        self.store.clock.store(0, Ordering::Relaxed);
        *self
            .store
            .returned
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = Chain {
            head: NONE,
            count: 0,
        };
    }

    /// The tree's own measure of time: it goes on with the memory handed out.
    #[inline]
    pub(super) fn now(&self) -> u32 {
        self.store.clock.load(Ordering::Relaxed) >> self.tick_bits
    }

    /// Moves some blocks into a supply; returns whether there were any.
    fn refill(&self, supply: &mut Supply) -> bool {
        self.store.clock.fetch_add(1, Ordering::Relaxed);
        // Reading first keeps the counter from running past the end, and in time around.
        if self.store.fresh.load(Ordering::Relaxed) < self.blocks {
            let start = self.store.fresh.fetch_add(CHUNK, Ordering::Relaxed);
            if start < self.blocks {
                supply.fresh = start..(start + CHUNK).min(self.blocks);
                return true;
            }
        }
        let mut returned = self
            .store
            .returned
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let count = returned.count.min(CHUNK);
        if count == 0 {
            return false;
        }
        let head = returned.head;
        let mut last = head;
        for _ in 1..count {
            last = self.next_free(last);
        }
        returned.head = self.next_free(last);
        returned.count -= count;
        self.store
            .returned_count
            .store(returned.count, Ordering::Relaxed);
        self.word(last, 0)
            .store(u64::from(supply.chain.head), Ordering::Relaxed);
        if supply.chain.count == 0 {
            supply.tail = last;
        }
        supply.chain.head = head;
        supply.chain.count += count;
        true
    }

    fn next_free(&self, block: u32) -> u32 {
        self.word(block, 0).load(Ordering::Relaxed) as u32
    }
}

/// Asks the system for pages of 2 MiB: a search jumps about in its memory, and looking up small pages costs more than
/// reading what is on them.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn prefer_huge_pages(words: &[AtomicU64]) {
    /// The largest page of any Linux on which huge pages are worth asking for.
    const PAGE: usize = 1 << 16;
    let bytes = size_of_val(words);
    let start = words.as_ptr().cast::<u8>().align_offset(PAGE);
    if start >= bytes {
        return;
    }
    let length = (bytes - start) / PAGE * PAGE;
    let address = words.as_ptr().wrapping_byte_add(start).cast_mut().cast();
    // SAFETY: the range lies within `words`, and the advice changes only what pages back it, never what they hold.
    // Where the system refuses, nothing is lost.
    unsafe {
        libc::madvise(address, length, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages(_words: &[AtomicU64]) {}

/// The free blocks that one worker holds.
pub(super) struct Supply {
    fresh: core::ops::Range<u32>,
    chain: Chain,
    /// The last block of `chain`, when there is one.
    tail: u32,
}

impl Supply {
    pub(super) fn new() -> Supply {
        Supply {
            fresh: 0..0,
            chain: Chain {
                head: NONE,
                count: 0,
            },
            tail: NONE,
        }
    }

    /// A block with all words 0, or `None` when the arena has no more.
    pub(super) fn allocate(&mut self, arena: &Arena) -> Option<u32> {
        let block = self.allocate_used(arena)?;
        for word in arena.block(block) {
            word.store(0, Ordering::Relaxed);
        }
        Some(block)
    }

    /// A block with whatever it last held.
    pub(super) fn allocate_used(&mut self, arena: &Arena) -> Option<u32> {
        if self.fresh.is_empty() && self.chain.count == 0 && !arena.refill(self) {
            return None;
        }
        self.fresh.next().or_else(|| {
            let block = self.chain.head;
            self.chain.head = arena.next_free(block);
            self.chain.count -= 1;
            Some(block)
        })
    }

    /// Keeps a block that nobody else can reach any more.
    pub(super) fn free(&mut self, arena: &Arena, block: u32) {
        if self.chain.count == 0 {
            self.tail = block;
        }
        arena
            .word(block, 0)
            .store(u64::from(self.chain.head), Ordering::Relaxed);
        self.chain.head = block;
        self.chain.count += 1;
    }

    /// Gives all free blocks back to the common store.
    pub(super) fn give_back(&mut self, arena: &Arena) {
        while let Some(block) = self.fresh.next() {
            self.free(arena, block);
        }
        if self.chain.count == 0 {
            return;
        }
        let mut returned = arena
            .store
            .returned
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        arena
            .word(self.tail, 0)
            .store(u64::from(returned.head), Ordering::Relaxed);
        returned.head = self.chain.head;
        returned.count += self.chain.count;
        arena
            .store
            .returned_count
            .store(returned.count, Ordering::Relaxed);
        self.chain = Chain {
            head: NONE,
            count: 0,
        };
        self.tail = NONE;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_a_thousand_times_or_with_every_chunk_until_all_is_handed_out() {
        for chunks in [3, 1_000, 1_500, 2_500, 40_000] {
            let bytes = chunks * CHUNK as usize * BLOCK_BYTES;
            let arena = Arena::new(bytes, 1).unwrap();
            let mut supply = Supply::new();
            let mut ticks = vec![arena.now()];
            while supply.allocate_used(&arena).is_some() {
                ticks.push(arena.now());
            }
            assert!(ticks.is_sorted());
            ticks.dedup();
            let least = chunks.min(TICKS as usize);
            assert!(
                (least..=2 * least + 1).contains(&ticks.len()),
                "{chunks} chunks, {} ticks",
                ticks.len()
            );
        }
    }
}
