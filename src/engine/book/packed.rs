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
    /// Packs entries whose keys ascend, each with 1 to [`MOST_MOVES`] moves with falling win rates.
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
        let mut reader = Reader {
            bits: bytes.view_bits(),
            at: 8 * 5,
        };
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seal(bytes: &mut [u8]) {
        if bytes.len() >= HEAD {
            let checksum = checksum(bytes);
            bytes[CHECKED_HEAD..HEAD].copy_from_slice(&checksum.to_le_bytes());
        }
    }

    fn moves() -> impl Strategy<Value = Vec<PackedMove>> {
        let square = || (0..100usize).prop_map(|index| Square::from_index(index).unwrap());
        let m =
            (square(), square(), square()).prop_map(|(from, to, arrow)| Move::new(from, to, arrow));
        // Of every width.
        let visits =
            (any::<u32>(), 0..=32u32).prop_map(|(n, shift)| n.checked_shr(shift).unwrap_or(0));
        prop::collection::vec((m, 0..=MOST_RATE, visits), 1..=MOST_MOVES).prop_map(|moves| {
            let packed = moves
                .into_iter()
                .map(|(m, rate, visits)| PackedMove { m, rate, visits });
            let mut packed: Vec<PackedMove> = packed.collect();
            packed.sort_by_key(|known| known.m);
            packed.dedup_by_key(|known| known.m);
            packed.sort_by_key(|known| core::cmp::Reverse(known.rate));
            packed
        })
    }

    fn tables() -> impl Strategy<Value = (Table, Vec<(u64, Vec<PackedMove>)>)> {
        prop::collection::btree_map(any::<u64>(), moves(), 0..12).prop_map(|entries| {
            let table = Table::pack(entries.iter().map(|(&key, moves)| (key, &moves[..])));
            (table, entries.into_iter().collect())
        })
    }

    fn found(table: &Table, key: u64) -> Vec<PackedMove> {
        let mut moves = Vec::new();
        table.visit(key, |known| moves.push(known));
        moves
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked((table, entries) in tables(), other in any::<u64>()) {
            let read = Table::unpack(table.bytes()).unwrap();
            prop_assert!(read == table);
            prop_assert_eq!(read.places().len(), entries.len());
            for (key, moves) in &entries {
                prop_assert_eq!(&found(&read, *key), moves);
            }
            if entries.iter().all(|(key, _)| *key != other) {
                prop_assert_eq!(found(&read, other), vec![]);
            }
        }

        #[test]
        fn every_flipped_bit_and_every_cut_is_found((table, _) in tables(), bit: prop::sample::Index) {
            let bytes = table.bytes();
            let bit = bit.index(8 * bytes.len());
            let mut flipped = bytes.to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(Table::unpack(&flipped).is_err());
            prop_assert!(Table::unpack(&bytes[..bit / 8]).is_err());
            prop_assert!(Table::unpack(&[bytes, &[0]].concat()).is_err());
        }

        /// With a right checksum, too, there is nothing but a book or an error.
        #[test]
        fn sealed_bytes_do_no_harm(
            (table, _) in tables(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
            cut in prop::option::of(any::<prop::sample::Index>()),
        ) {
            let mut bytes = table.bytes().to_vec();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            seal(&mut bytes);
            match Table::unpack(&bytes) {
                Ok(read) => {
                    prop_assert_eq!(read.bytes(), &bytes[..]);
                    // What was accepted is what would be written.
                    let entries: Vec<_> = read.places().iter().map(|place| (place.key, found(&read, place.key))).collect();
                    let again = Table::pack(entries.iter().map(|(key, moves)| (*key, &moves[..])));
                    prop_assert!(again == read);
                }
                Err(error) => prop_assert!(error.bit <= 8 * bytes.len()),
            }
        }

        #[test]
        fn bytes_of_any_kind_do_no_harm(rest in prop::collection::vec(any::<u8>(), 0..400), count in any::<u32>()) {
            let count = count.to_le_bytes();
            for count in [&count[..], &[3, 0, 0, 0]] {
                let mut bytes = [&MAGIC[..], &[VERSION], count, &[0; 8], &rest].concat();
                seal(&mut bytes);
                let _ = Table::unpack(&bytes);
            }
            let _ = Table::unpack(&rest);
        }
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let square = |index| Square::from_index(index).unwrap();
        let m = Move::new(square(1), square(2), square(99));
        let known = |m, rate| PackedMove { m, rate, visits: 1 };
        let moves = [
            known(m, 7),
            known(Move::new(square(3), square(2), square(1)), 5),
        ];
        let table = Table::pack([(5, &moves[..1]), (6, &moves[..])].into_iter());
        let good = table.bytes().to_vec();
        let start = 8 * HEAD;
        // An entry of one move with one visit.
        let second = start + LEAST_ENTRY;
        let moves_of_second = second + KEY + COUNT;
        let move_bits = 3 * SQUARE + RATE + VISITS_WIDTH;
        let third_move = moves_of_second + move_bits;
        let change = |bit: usize, width: usize, number: u64| {
            let mut bytes = good.clone();
            bytes.view_bits_mut::<Lsb0>()[bit..bit + width].store_le(number);
            seal(&mut bytes);
            Table::unpack(&bytes).err()
        };
        use BookErrorKind as Kind;
        for (changed, kind, bit) in [
            (change(0, 8, 1), Kind::NoBook, 0),
            (change(24, 8, 1), Kind::NoBook, 24),
            (change(32, 8, 2), Kind::Version(2), 32),
            (change(40, 32, 3), Kind::Truncated, 8 * good.len()),
            (change(40, 32, 0xffff_ffff), Kind::Truncated, 8 * good.len()),
            (change(40, 32, 1), Kind::Trailing, second),
            (change(second, KEY, 5), Kind::KeyOrder, second),
            (
                change(moves_of_second + 7, SQUARE, 100),
                Kind::Square(100),
                moves_of_second + 7,
            ),
            // The difference of the second's win rate is 2: two bits.
            (
                change(third_move + 3 * SQUARE, 5, 0b1_0100),
                Kind::Number,
                third_move + 3 * SQUARE,
            ),
            (
                change(third_move, 3 * SQUARE, 1 | 2 << 7 | 99 << 14),
                Kind::MoveTwice(m),
                third_move,
            ),
        ] {
            assert_eq!(changed, Some(BookError { kind, bit }));
        }
        let error = |bytes: &[u8]| Table::unpack(bytes).unwrap_err();
        assert_eq!(error(b"").kind, Kind::Truncated);
        assert_eq!(
            error(&good[..3]),
            BookError {
                kind: Kind::Truncated,
                bit: 24
            }
        );
        assert_eq!(
            error(&good[..10]),
            BookError {
                kind: Kind::Truncated,
                bit: 80
            }
        );
        assert_eq!(error(&good[..30]).kind, Kind::Checksum);
        assert_eq!(
            error(b"amazons"),
            BookError {
                kind: Kind::NoBook,
                bit: 0
            }
        );
    }
}
