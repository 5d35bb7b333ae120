//! The first version of the distances, kept to compare with: D1 and D2 of both sides on plain `u128` sets, a Kogge-Stone
//! fill in each of the eight directions, level by level until nothing changes. No vector instructions.

use amazons::Position;

/// The squares a side reaches within 1, 2... moves.
pub type Levels = Vec<u128>;

const STEPS: [usize; 4] = [1, 10, 11, 12];

fn queen_step(from: u128, empty: u128) -> u128 {
    let mut seen = 0;
    for step in STEPS {
        let (mut up, mut through) = (from, empty);
        let (mut down, mut back) = (from, empty);
        for doubling in 0..3 {
            let by = step << doubling;
            up |= through & up << by;
            through &= through << by;
            down |= back & down >> by;
            back &= back >> by;
        }
        // Eight steps by doubling once more; a line has nine at most, and the fill covers fifteen.
        up |= through & up << (step << 3);
        down |= back & down >> (step << 3);
        seen |= up | down;
    }
    seen & empty
}

fn king_step(from: u128, empty: u128) -> u128 {
    let row = from | from << 1 | from >> 1;
    (row | row << 11 | row >> 11) & empty
}

fn spread(amazons: u128, empty: u128, step: impl Fn(u128, u128) -> u128, levels: &mut Levels) {
    levels.clear();
    let mut front = amazons;
    let mut reached = 0;
    loop {
        let next = reached | step(front, empty);
        if next == reached {
            return;
        }
        front = next;
        reached = next;
        levels.push(reached);
    }
}

/// D1 and D2 of both sides: White by queen moves, Black by queen moves, White by king moves, Black by king moves.
pub fn distances(position: &Position, levels: &mut [Levels; 4]) {
    let empty = position.empty().bits();
    for color in amazons::Color::ALL {
        let amazons = position.amazons(color).bits();
        spread(amazons, empty, queen_step, &mut levels[color.index()]);
        spread(amazons, empty, king_step, &mut levels[2 + color.index()]);
    }
}
