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
    let m = (square(), square(), square()).prop_map(|(from, to, arrow)| Move::new(from, to, arrow));
    // Of every width.
    let visits = (any::<u32>(), 0..=32u32).prop_map(|(n, shift)| n.checked_shr(shift).unwrap_or(0));
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
