//! Who wins with best play.

mod proof;
mod search;
mod sum;
mod table;

use crate::Position;
use search::Search;
use sum::Sum;
use table::Table;

/// scratch
pub fn scratch(position: &Position, bytes: usize) -> (bool, u64) {
    let table = Table::new(bytes);
    let mut search = Search::new(&table);
    let mut sum = Sum::default();
    sum.add_all(
        position.amazons(position.turn()),
        position.amazons(!position.turn()),
        position.empty(),
        &mut search.fills,
    );
    let wins = search.prove(&sum).unwrap_or(false);
    (wins, search.nodes)
}
