//! Counts regions in which an amazon can't use every square.

use std::io::Write;

use amazons::endgame::{MAX_DEFECT_SIZE, defect_table};

use crate::Fault;

/// Count the defective regions of one amazon, by size (Mueller and Tegos 2002).
#[derive(clap::Args)]
pub struct Arguments {
    /// Squares of the largest regions, the amazon's included
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=MAX_DEFECT_SIZE as u64))]
    max_size: u64,
}

/// Columns for the placements that lose one square, two, ...: no region of ten squares loses more than these.
const COLUMNS: usize = 4;

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    write!(out, "size\tregions")?;
    for lost in 1..=COLUMNS {
        write!(out, "\tdefect_{lost}")?;
    }
    writeln!(out)?;
    for row in defect_table(arguments.max_size as usize) {
        write!(out, "{}\t{}", row.size, row.regions)?;
        for lost in 0..COLUMNS.max(row.defective.len()) {
            write!(out, "\t{}", row.defective.get(lost).unwrap_or(&0))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
