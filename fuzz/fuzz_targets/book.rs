//! Any bytes are a book or are refused at a place in them; a book is its own bytes, and tells legal moves alone.
#![no_main]

use amazons::{Book, Position};
use libfuzzer_sys::fuzz_target;

/// Where the checksum stands: a run would hardly ever find the right one.
const CHECKSUM: core::ops::Range<usize> = 9..17;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    if bytes.len() >= CHECKSUM.end {
        let checksum = fnv(&[&bytes[..CHECKSUM.start], &bytes[CHECKSUM.end..]].concat());
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    }
    match Book::parse(&bytes) {
        Ok(book) => {
            assert_eq!(book.to_bytes(), bytes);
            let start = Position::start();
            assert!(book.moves(&start).iter().all(|known| start.is_legal(known.m)));
        }
        Err(error) => assert!(error.bit <= 8 * bytes.len(), "{error}"),
    }
});

/// FNV-1a with 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
