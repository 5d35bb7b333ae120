//! Counts of defective one-amazon regions.

use std::collections::HashSet;

use super::fill_search::{Effort, FillSearch};
use super::filling::Filling;
use crate::{Bitboard, Square, Symmetry};

/// How many one-amazon regions of a size are defective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefectRow {
    /// Squares of the regions, the amazon's included.
    pub size: usize,
    /// Regions of that size: shapes connected by king steps, counted once however they are turned or mirrored.
    pub regions: u64,
    /// Entry `k - 1`: placements of an amazon in these regions whose longest sequence of moves leaves exactly `k` empty
    /// squares over, counted once however region and amazon are turned or mirrored. The last entry is not zero.
    pub defective: Vec<u64>,
}

/// The largest regions that [`defect_table`] counts. All of ten squares fit on the board, a line of eleven does not.
pub const MAX_DEFECT_SIZE: usize = 10;

/// The numbers of regions and of defective placements of one amazon, for sizes 1 to `max_size` (at most
/// [`MAX_DEFECT_SIZE`]), as in tables 1 and 2 of Mueller and Tegos, Experiments in Computer Amazons, 2002 (whose 18,769
/// regions of size 8 are one short of the 18,770 there are, OEIS A030222).
///
/// Size 8 takes about a second, each further size seven times as much time and memory.
///
/// ```
/// let table = amazons::endgame::defect_table(4);
/// assert_eq!(table[3].regions, 22);
/// assert_eq!(table[3].defective, [2, 1]);
/// ```
#[must_use]
pub fn defect_table(max_size: usize) -> Vec<DefectRow> {
    let mut rows = Vec::new();
    let mut regions: HashSet<Bitboard> = HashSet::from([Bitboard::from(Square::ALL[0])]);
    for size in 1..=max_size.min(MAX_DEFECT_SIZE) {
        if size > 1 {
            regions = grown(&regions);
        }
        let mut defective = Vec::new();
        // Without a limit: regions this small are searched in no time.
        let mut search = FillSearch::new(Effort::work(u64::MAX));
        for &region in &regions {
            for square in unlike_squares(region) {
                let filling = Filling {
                    amazons: Bitboard::from(square),
                    empty: region.without(square),
                };
                let moves = search.longest(filling).map_or(0, |moves| moves as usize);
                let left = size - 1 - moves;
                if left > 0 {
                    if defective.len() < left {
                        defective.resize(left, 0);
                    }
                    defective[left - 1] += 1;
                }
            }
        }
        rows.push(DefectRow {
            size,
            regions: regions.len() as u64,
            defective,
        });
    }
    rows
}

/// All regions of one square more.
fn grown(regions: &HashSet<Bitboard>) -> HashSet<Bitboard> {
    let mut grown = HashSet::new();
    for region in regions {
        let squares: Vec<(i8, i8)> = region
            .iter()
            .map(|s| (s.column() as i8, s.row() as i8))
            .collect();
        for &(x, y) in &squares {
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let new = (x + dx, y + dy);
                if !squares.contains(&new) {
                    grown.insert(canonical(squares.iter().copied().chain([new])));
                }
            }
        }
    }
    grown
}

/// The squares of a canonical region, but only one of those that a symmetry of the region lays on each other.
fn unlike_squares(region: Bitboard) -> Bitboard {
    let columns = 1 + region.iter().map(Square::column).max().unwrap_or(0);
    let rows = 1 + region.iter().map(Square::row).max().unwrap_or(0);
    let mut unlike = region;
    for symmetry in Symmetry::ALL {
        if symmetry.bitboard(region, columns, rows) == region {
            for square in region {
                if symmetry
                    .square(square, columns, rows)
                    .is_some_and(|image| image < square)
                {
                    unlike = unlike.without(square);
                }
            }
        }
    }
    unlike
}

/// The same set of squares for all ways to turn, mirror and shift a shape: the smallest that fits the corner.
fn canonical(squares: impl Iterator<Item = (i8, i8)> + Clone) -> Bitboard {
    (0..8)
        .map(|symmetry| {
            let turned = squares.clone().map(|(x, y)| {
                let (x, y) = if symmetry & 4 != 0 { (y, x) } else { (x, y) };
                let x = if symmetry & 1 != 0 { -x } else { x };
                let y = if symmetry & 2 != 0 { -y } else { y };
                (x, y)
            });
            let left = turned.clone().map(|(x, _)| x).min().unwrap_or(0);
            let bottom = turned.clone().map(|(_, y)| y).min().unwrap_or(0);
            turned
                .filter_map(|(x, y)| Square::new((x - left) as u8, (y - bottom) as u8))
                .collect()
        })
        .min()
        .unwrap_or(Bitboard::EMPTY)
}
