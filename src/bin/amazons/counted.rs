//! Numbers of things in words.

/// `1 ply`, `2 plies`, `1,000 plies`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{} {many}", thousands(count)),
    }
}

/// A number with its thousands apart.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn one_is_no_plural() {
        for (count, text) in [(0, "0 plies"), (1, "1 ply"), (1000, "1,000 plies")] {
            assert_eq!(counted(count, "ply", "plies"), text);
        }
    }
}
