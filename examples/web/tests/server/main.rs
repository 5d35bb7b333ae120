//! The server from outside, over its sockets.

mod games;
mod harness;
mod hostile;
mod load;
