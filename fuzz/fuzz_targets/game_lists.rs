//! Any bytes are games of every line-by-line format or are refused at a place in them; what was read comes back from
//! the formats that keep all of a game.
#![no_main]

use amazons::notation::{Format, GameReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Format::detect(bytes);
    let formats = [
        Format::Plain,
        Format::Uci,
        Format::Botzone,
        Format::OpenSpiel,
        Format::Json,
    ];
    for format in formats {
        match format.read(bytes) {
            Ok(game) => {
                for whole in [Format::Plain, Format::Numbered, Format::Json] {
                    let text = whole.write(&game).expect("there is room for any game");
                    let back = whole.read(&text).expect("what was written can be read");
                    assert_eq!((back.start(), back.moves()), (game.start(), game.moves()));
                    assert_eq!((back.winner(), back.ending()), (game.winner(), game.ending()));
                    assert_eq!(back.tags(), game.tags());
                    let streamed = GameReader::new(text.as_bytes(), whole).count();
                    assert_eq!(streamed, 1, "{text}");
                }
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
