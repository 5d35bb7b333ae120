//! Any text is a position or is refused at a place in it; a position is its own text.
#![no_main]

use amazons::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.to_string().parse(), Ok(position));
            let _ = position.move_count();
        }
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
});
