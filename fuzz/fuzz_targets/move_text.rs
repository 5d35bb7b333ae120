//! Any text is a move or is refused at a place in it; a move is its own text, in both forms.
#![no_main]

use amazons::{Move, Position, notation::uci};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Move>() {
        Ok(m) => {
            assert_eq!(m.to_string().parse(), Ok(m));
            assert_eq!(uci(m).to_string().parse(), Ok(m));
            let _ = Position::start().check(m);
        }
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
});
