//! Times as a person writes them.

use std::time::Duration;

/// Reads `5s`, `100ms`, `2m`, `1h`, or a bare number of seconds.
pub fn parse(text: &str) -> Result<Duration, String> {
    let number_end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(number_end);
    let number: f64 = number
        .parse()
        .map_err(|_| format!("{text:?} is no time, such as 5s or 100ms"))?;
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("{unit:?} is no unit of time: ms, s, m or h")),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| format!("{text} is too long"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_unit() {
        for (text, milliseconds) in [
            ("5s", 5000),
            ("100ms", 100),
            ("0.1", 100),
            (".5m", 30_000),
            ("1h", 3_600_000),
            ("0", 0),
        ] {
            assert_eq!(parse(text), Ok(Duration::from_millis(milliseconds)));
        }
        for text in [
            "",
            "s",
            "5 s",
            "-1s",
            "1.2.3",
            "5d",
            "1e3",
            "99999999999999999999999h",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
