//! Systems to measure on: square, large and reproducible. All chance is `mix` of a seed and a place.

/// A kind of system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// A ladder of resistors and capacitors with known states: a chain of single equations.
    Chain,
    /// A ladder of resistors, all unknown: one block.
    Ring,
    /// Four columns for each row by chance: singular.
    Random,
    /// Three columns by chance and one of a hidden permutation: of full rank.
    Full,
    /// A square grid, each point with itself and its four neighbours.
    Grid,
    /// A square grid, each point with its four neighbours only: matched as dominoes tile a board.
    Domino,
}

pub(crate) const FAMILIES: [Family; 6] =
    [Family::Chain, Family::Ring, Family::Random, Family::Full, Family::Grid, Family::Domino];

/// A square system in compressed rows.
pub(crate) struct System {
    pub(crate) starts: Vec<u32>,
    pub(crate) columns: Vec<u32>,
}

impl System {
    /// A system of about `size` rows, in natural order or in none.
    pub(crate) fn new(family: Family, size: usize, shuffled: bool) -> System {
        let (size, mut places) = match family {
            Family::Chain | Family::Ring => ladder(size / 4, family == Family::Ring),
            Family::Random => (size, random(size, 4, 7)),
            Family::Full => {
                let mut places = random(size, 3, 13);
                places.extend((0..).zip(permutation(11, size)));
                (size, places)
            }
            Family::Grid | Family::Domino => grid(size, family == Family::Grid),
        };
        if shuffled {
            let (rows, columns) = (permutation(1001, size), permutation(1002, size));
            for (row, column) in &mut places {
                *row = rows[*row as usize];
                *column = columns[*column as usize];
            }
        }
        places.sort_unstable();
        places.dedup();
        let mut starts = vec![0; size + 1];
        for &(row, _) in &places {
            starts[row as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        System { starts, columns: places.into_iter().map(|(_, column)| column).collect() }
    }
}

type Places = Vec<(u32, u32)>;

/// Four equations and unknowns to a stage: a voltage drop, two currents and the voltage after it.
fn ladder(stages: usize, all: bool) -> (usize, Places) {
    let mut places = Vec::new();
    for stage in 0..stages as u32 {
        let [drop, along, across, voltage] = [0, 1, 2, 3].map(|at| 4 * stage + at);
        places.extend([(drop, drop), (drop, along), (along, drop), (across, across), (across, voltage)]);
        places.extend([(voltage, along), (voltage, across)]);
        if stage + 1 < stages as u32 {
            places.push((voltage, along + 4));
        }
        if all {
            places.push((along, voltage));
            if stage > 0 {
                places.push((along, voltage - 4));
            }
        }
    }
    (4 * stages, places)
}

fn random(size: usize, columns: usize, seed: u64) -> Places {
    let column = |at: usize| (mix(seed, at as u64) % size as u64) as u32;
    (0..size * columns).map(|at| ((at / columns) as u32, column(at))).collect()
}

fn grid(size: usize, diagonal: bool) -> (usize, Places) {
    let side = (size as f64).sqrt().round() as usize / 2 * 2;
    let mut places = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let point = y * side + x;
            let mut add = |present: bool, other: usize| {
                if present {
                    places.push((point as u32, other as u32));
                }
            };
            add(diagonal, point);
            add(x > 0, point.wrapping_sub(1));
            add(x + 1 < side, point + 1);
            add(y > 0, point.wrapping_sub(side));
            add(y + 1 < side, point + side);
        }
    }
    (side * side, places)
}

fn permutation(seed: u64, size: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..size as u32).collect();
    order.sort_by_key(|&at| mix(seed, u64::from(at)));
    order
}

/// SplitMix64 at a place: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014).
fn mix(seed: u64, at: u64) -> u64 {
    let z = seed.wrapping_add((at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
