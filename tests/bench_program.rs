//! `amazons bench`: the same searches have the same signature.

#[path = "common/program.rs"]
mod program;

use program::printed;

#[test]
fn bench_has_a_signature() {
    let signature = || {
        let text = printed(&["bench", "--visits", "200", "--memory", "16"]);
        let line = text.lines().find(|line| line.starts_with("signature "));
        line.unwrap_or_else(|| panic!("{text}")).to_string()
    };
    assert_eq!(signature(), signature());
}
