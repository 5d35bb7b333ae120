//! A board for the Game of the Amazons in the browser: a small server, and the page it serves.
//!
//! [`http`] has the routes, [`socket`] the connection of a page with its game, [`protocol`] what they say. [`games`] keeps
//! the games, [`session`] is the task that leads one: it owns a [`table`] (what may be done to a game, and when) and one
//! engine, and asks [`search`] for its turn on the processors.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod clock;
pub mod config;
pub mod games;
pub mod http;
pub mod protocol;
pub mod search;
pub mod session;
pub mod socket;
pub mod table;

pub use config::Config;
pub use http::app;
