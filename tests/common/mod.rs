//! What the integration tests share.
#![allow(dead_code, reason = "every test binary uses another part")]

pub mod battery;
pub mod brute;
pub mod data;
pub mod positions;
pub mod reports;

#[path = "../../benches/rivals/plain_moves.rs"]
pub mod plain_moves;
