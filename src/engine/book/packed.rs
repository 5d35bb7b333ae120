//! The bytes of an opening book: a packed table of numbers of any width, written one after the other without gaps, each
//! with its lowest bit first, into bytes from their lowest bit.
//!
//! | bits | |
//! |---|---|
//! | 32 | `AmBk` |
//! | 8 | version: 1 |
//! | 32 | number of entries |
//! | 64 | checksum, FNV-1a (Fowler, Noll, Vo 1991), of all bytes before and after it |
//! | | the entries, keys ascending |
//! | 0-7 | zeros up to a full byte |
//!
//! An entry is a position, as it is when White is to move and the board lies as its least hash says:
//!
//! | bits | |
//! |---|---|
//! | 64 | key: that hash |
//! | 4 | number of moves less one |
//! | | the moves, win rates falling |
//!
//! A move:
//!
//! | bits | |
//! |---|---|
//! | 7 | index of the square it leaves |
//! | 7 | of the one it slides to |
//! | 7 | of the one it burns |
//! | 12, or 4 and more | win rate in 4095ths: of the first move as it is, of each other the difference to the one before |
//! | 6 and more | visits |
//!
//! "And more" is a number of varying width: its width without leading zeros, then all its bits but the highest, which is 1.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;
use bitvec::view::BitView;

use super::error::{BookError, BookErrorKind};
use crate::board::{Move, Square};

const MAGIC: [u8; 4] = *b"AmBk";
const VERSION: u8 = 1;

/// Bytes before the checksum, and before the entries.
const CHECKED_HEAD: usize = 9;
const HEAD: usize = CHECKED_HEAD + 8;

/// Widths of numbers, in bits.
const KEY: usize = 64;
const COUNT: usize = 4;
const SQUARE: usize = 7;
const RATE: usize = 12;
/// Of the widths of numbers of varying width.
const DIFFERENCE_WIDTH: usize = 4;
const VISITS_WIDTH: usize = 6;

/// An entry has at least as many: one move, without visits.
const LEAST_ENTRY: usize = KEY + COUNT + 3 * SQUARE + RATE + VISITS_WIDTH;

/// Moves of an entry.
pub(super) const MOST_MOVES: usize = 1 << COUNT;

/// The number that a certain win is.
pub(super) const MOST_RATE: u16 = (1 << RATE) - 1;

/// A move of an entry, as it is on the entry's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedMove {
    pub(super) m: Move,
    /// In [`MOST_RATE`]ths.
    pub(super) rate: u16,
    pub(super) visits: u32,
}

/// Where an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) key: u64,
    /// The bit at which its moves begin.
    moves: usize,
}

/// A whole book's bits, and where its entries are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    bits: BitVec<u8, Lsb0>,
    places: Vec<Place>,
}

impl Table {
    /// Packs entries whose keys ascend, each with 1 to [`MOST_MOVES`] moves, none twice, with falling win rates.
    pub(super) fn pack<'a>(entries: impl Iterator<Item = (u64, &'a [PackedMove])>) -> Table {
        let mut table = Table {
            bits: BitVec::repeat(false, 8 * HEAD),
            places: Vec::new(),
        };
        for (key, moves) in entries {
            table.push(key, KEY);
            table.places.push(Place {
                key,
                moves: table.bits.len(),
            });
            table.push_moves(moves);
        }
        let whole = table.bits.len().next_multiple_of(8);
        table.bits.resize(whole, false);
        let bytes = table.bits.as_raw_mut_slice();
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4] = VERSION;
        bytes[5..CHECKED_HEAD].copy_from_slice(&(table.places.len() as u32).to_le_bytes());
        let checksum = checksum(bytes);
        bytes[CHECKED_HEAD..HEAD].copy_from_slice(&checksum.to_le_bytes());
        table
    }

    fn push_moves(&mut self, moves: &[PackedMove]) {
        debug_assert!((1..=MOST_MOVES).contains(&moves.len()));
        self.push(moves.len() as u64 - 1, COUNT);
        let mut last = None;
        for packed in moves {
            for square in [packed.m.from, packed.m.to, packed.m.arrow] {
                self.push(square.index() as u64, SQUARE);
            }
            match last {
                None => self.push(packed.rate.into(), RATE),
                Some(last) => self.push_varying(u32::from(last - packed.rate), DIFFERENCE_WIDTH),
            }
            last = Some(packed.rate);
            self.push_varying(packed.visits, VISITS_WIDTH);
        }
    }

    fn push(&mut self, number: u64, width: usize) {
        let bits = &number.to_le_bytes();
        self.bits
            .extend_from_bitslice(&bits.view_bits::<Lsb0>()[..width]);
    }

    fn push_varying(&mut self, number: u32, width_width: usize) {
        let width = (u32::BITS - number.leading_zeros()) as usize;
        self.push(width as u64, width_width);
        self.push(number.into(), width.saturating_sub(1));
    }

    /// Reads a book and checks all of it.
    pub(super) fn unpack(bytes: &[u8]) -> Result<Table, BookError> {
        let error = |kind, byte: usize| {
            Err(BookError {
                kind,
                bit: 8 * byte,
            })
        };
        let known = bytes.iter().zip(MAGIC).take_while(|&(&a, b)| a == b);
        match known.count() {
            4 => {}
            same if same == bytes.len() => return error(BookErrorKind::Truncated, same),
            same => return error(BookErrorKind::NoBook, same),
        }
        if let Some(&version) = bytes.get(4)
            && version != VERSION
        {
            return error(BookErrorKind::Version(version), 4);
        }
        let Some((head, _)) = bytes.split_first_chunk::<HEAD>() else {
            return error(BookErrorKind::Truncated, bytes.len());
        };
        if head[CHECKED_HEAD..] != checksum(bytes).to_le_bytes() {
            return error(BookErrorKind::Checksum, CHECKED_HEAD);
        }
        // Addresses of bits have their limit, too.
        let Ok(bits) = BitSlice::try_from_slice(bytes) else {
            return error(BookErrorKind::TooLong, 0);
        };
        let mut reader = Reader { bits, at: 8 * 5 };
        let count = reader.take(32)? as usize;
        reader.at = 8 * HEAD;
        // No more than there can be: a number in a file takes no memory.
        let most = (reader.bits.len() - reader.at) / LEAST_ENTRY;
        let mut places: Vec<Place> = Vec::with_capacity(count.min(most));
        for _ in 0..count {
            let start = reader.at;
            let key = reader.take(KEY)?;
            if places.last().is_some_and(|last| last.key >= key) {
                let (kind, bit) = (BookErrorKind::KeyOrder, start);
                return Err(BookError { kind, bit });
            }
            places.push(Place {
                key,
                moves: reader.at,
            });
            reader.moves(|_| ())?;
        }
        let rest = &reader.bits[reader.at..];
        if rest.len() >= 8 || rest.any() {
            let (kind, bit) = (BookErrorKind::Trailing, reader.at);
            return Err(BookError { kind, bit });
        }
        Ok(Table {
            bits: BitVec::from_slice(bytes),
            places,
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.bits.as_raw_slice()
    }

    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    /// Calls `visit` with the moves of the entry with this key, if there is one.
    pub(super) fn visit(&self, key: u64, visit: impl FnMut(PackedMove)) {
        if let Ok(index) = self.places.binary_search_by_key(&key, |place| place.key) {
            let mut reader = Reader {
                bits: &self.bits,
                at: self.places[index].moves,
            };
            let read = reader.moves(visit);
            debug_assert!(read.is_ok(), "all entries were checked: {read:?}");
        }
    }
}

/// FNV-1a with 64 bits, of all but the bytes where it stands.
fn checksum(bytes: &[u8]) -> u64 {
    let checked = bytes
        .iter()
        .take(CHECKED_HEAD)
        .chain(bytes.iter().skip(HEAD));
    checked.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Reads numbers one after the other.
struct Reader<'a> {
    bits: &'a BitSlice<u8, Lsb0>,
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, width: usize) -> Result<u64, BookError> {
        if width == 0 {
            return Ok(0);
        }
        let end = self.at + width;
        let Some(bits) = self.bits.get(self.at..end) else {
            return self.error(BookErrorKind::Truncated, self.bits.len());
        };
        self.at = end;
        Ok(bits.load_le())
    }

    /// A number of varying width, which is at most `most`.
    fn take_varying(&mut self, width_width: usize, most: u32) -> Result<u32, BookError> {
        let start = self.at;
        let width = self.take(width_width)? as u32;
        if width > u32::BITS {
            return self.error(BookErrorKind::Number, start);
        }
        let number = match width.checked_sub(1) {
            None => 0,
            Some(below) => self.take(below as usize)? | 1 << below,
        };
        match u32::try_from(number) {
            Ok(number) if number <= most => Ok(number),
            _ => self.error(BookErrorKind::Number, start),
        }
    }

    fn square(&mut self) -> Result<Square, BookError> {
        let start = self.at;
        let index = self.take(SQUARE)?;
        match Square::from_index(index as usize) {
            Some(square) => Ok(square),
            None => self.error(BookErrorKind::Square(index as u8), start),
        }
    }

    /// The moves of an entry.
    fn moves(&mut self, mut visit: impl FnMut(PackedMove)) -> Result<(), BookError> {
        let count = self.take(COUNT)? as usize + 1;
        let mut seen = [None; MOST_MOVES];
        let mut last = None;
        for index in 0..count {
            let start = self.at;
            let m = Move::new(self.square()?, self.square()?, self.square()?);
            if seen.contains(&Some(m)) {
                return self.error(BookErrorKind::MoveTwice(m), start);
            }
            seen[index] = Some(m);
            let rate = match last {
                None => self.take(RATE)? as u16,
                Some(last) => last - self.take_varying(DIFFERENCE_WIDTH, u32::from(last))? as u16,
            };
            last = Some(rate);
            let visits = self.take_varying(VISITS_WIDTH, u32::MAX)?;
            visit(PackedMove { m, rate, visits });
        }
        Ok(())
    }

    fn error<T>(&self, kind: BookErrorKind, bit: usize) -> Result<T, BookError> {
        Err(BookError { kind, bit })
    }
}

#[cfg(test)]
mod tests;
