//! Any bytes are a game in SGF or are refused at a place in them; a game written comes back; a stream ends.
#![no_main]

use amazons::notation::{Format, GameReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in [Format::Sgf, Format::LittleGolem] {
        match format.read(bytes) {
            Ok(game) => {
                let text = Format::Sgf.write(&game).expect("SGF has room for any game");
                let back = Format::Sgf.read(&text).expect("what was written can be read");
                assert_eq!((back.start(), back.moves()), (game.start(), game.moves()));
                assert_eq!(back.winner(), game.winner());
                assert_eq!(back.tags().len(), game.tags().len());
            }
            Err(error) => assert!(error.at <= bytes.len(), "{error}"),
        }
        let mut last = 0;
        for error in GameReader::new(bytes, format).max_bytes(256).filter_map(Result::err) {
            assert!(error.byte >= last && error.byte <= bytes.len() as u64, "{error}");
            last = error.byte;
        }
    }
});
