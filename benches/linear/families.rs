//! Matrices as simulations make them.

/// Kinds of matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Nodes in a row, each joined to the next: a transmission line.
    Ladder,
    /// Nodes in a square, each joined to its neighbours: a power grid.
    Grid,
    /// Nodes joined mostly to near ones and sometimes to far ones, some supply nets with many, transistors that act one
    /// way, voltage sources without a diagonal: a chip.
    Circuit,
    /// The equations of components and connections of a ladder as a model has them, before any is solved for another.
    Model,
    /// Assignments and small systems, each using some results of earlier ones, in no order: the Jacobian of a model.
    Blocks,
}

pub(crate) const FAMILIES: [Family; 5] =
    [Family::Ladder, Family::Grid, Family::Circuit, Family::Model, Family::Blocks];

/// A matrix in compressed columns with values, and other values as the next Newton iteration might have.
pub(crate) struct Matrix {
    pub(crate) starts: Vec<u32>,
    pub(crate) rows: Vec<u32>,
    pub(crate) values: Vec<f64>,
    pub(crate) others: Vec<f64>,
}

/// G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// From a half to one and a half.
    fn near_one(&mut self) -> f64 {
        0.5 + self.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    fn order(&mut self, size: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..size).collect();
        for at in (1..size).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }
}

/// Entries to be added up.
struct Stamps {
    random: Random,
    size: usize,
    entries: Vec<(usize, usize, f64)>,
}

impl Stamps {
    fn put(&mut self, row: usize, column: usize, value: f64) {
        self.entries.push((column, row, value));
    }

    /// A conductance between two nodes.
    fn join(&mut self, one: usize, other: usize) {
        let value = self.random.near_one() * 10f64.powi(self.random.below(5) as i32 - 3);
        self.put(one, one, value);
        self.put(other, other, value);
        self.put(one, other, -value);
        self.put(other, one, -value);
    }

    fn matrix(mut self) -> Matrix {
        self.entries.sort_unstable_by_key(|&(column, row, _)| (column, row));
        self.entries.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
        let mut starts = vec![0; self.size + 1];
        for &(column, _, _) in &self.entries {
            starts[column + 1] += 1;
        }
        for at in 0..self.size {
            starts[at + 1] += starts[at];
        }
        Matrix {
            starts,
            rows: self.entries.iter().map(|&(_, row, _)| row as u32).collect(),
            values: self.entries.iter().map(|&(_, _, value)| value).collect(),
            others: self.entries.iter().map(|&(c, r, v)| if c == r { 1.1 * v } else { v }).collect(),
        }
    }
}

impl Matrix {
    /// A matrix of a kind with about as many columns.
    pub(crate) fn new(family: Family, size: usize) -> Matrix {
        let mut stamps = Stamps { random: Random(7), size, entries: Vec::new() };
        match family {
            Family::Ladder => ladder(&mut stamps),
            Family::Grid => grid(&mut stamps),
            Family::Circuit => circuit(&mut stamps),
            Family::Model => model(&mut stamps),
            Family::Blocks => blocks(&mut stamps),
        }
        stamps.matrix()
    }
}

fn ladder(stamps: &mut Stamps) {
    for at in 0..stamps.size {
        stamps.put(at, at, 0.1);
        if at > 0 {
            stamps.join(at - 1, at);
        }
    }
}

fn grid(stamps: &mut Stamps) {
    let side = stamps.size.isqrt();
    stamps.size = side * side;
    for at in 0..side * side {
        stamps.put(at, at, 0.01);
        if at % side > 0 {
            stamps.join(at - 1, at);
        }
        if at >= side {
            stamps.join(at - side, at);
        }
    }
}

fn circuit(stamps: &mut Stamps) {
    let sources = stamps.size / 50;
    let nodes = stamps.size - sources;
    // Nodes are numbered as they happen to stand in a netlist.
    let names = stamps.random.order(nodes);
    for at in 0..nodes {
        stamps.put(names[at], names[at], 0.05);
        let near = |random: &mut Random| (at + 1 + random.below(12)) % nodes;
        for _ in 0..1 + stamps.random.below(2) {
            let other = near(&mut stamps.random);
            stamps.join(names[at], names[other]);
        }
        match stamps.random.below(80) {
            0 => {
                // All lengths are as likely as their doubles, as in circuits made of circuits.
                let reach = nodes >> stamps.random.below(nodes.ilog2() as usize);
                let other = (at + 1 + stamps.random.below(reach)) % nodes;
                stamps.join(names[at], names[other]);
            }
            1..16 => stamps.join(names[at], names[at % 8]),
            16..40 => {
                let (gate, source) = (near(&mut stamps.random), near(&mut stamps.random));
                let value = 0.02 * stamps.random.near_one();
                for (row, sign) in [(at, 1.0), (source, -1.0)] {
                    stamps.put(names[row], names[gate], sign * value);
                    stamps.put(names[row], names[source], -sign * value);
                }
            }
            _ => {}
        }
    }
    for source in 0..sources {
        let (row, node) =
            (nodes + source, names[stamps.random.below(nodes / sources) + source * (nodes / sources)]);
        stamps.put(row, node, 1.0);
        stamps.put(node, row, 1.0);
    }
}

/// For each stage: voltage and current of a resistor, voltage and current of a capacitor, the potential of the node, and
/// the current that goes on.
fn model(stamps: &mut Stamps) {
    let stages = stamps.size / 6;
    stamps.size = 6 * stages;
    for stage in 0..stages {
        let at = 6 * stage;
        let [vr, ir, vc, ic, node, on] = [at, at + 1, at + 2, at + 3, at + 4, at + 5];
        let (resistance, capacitance) = (stamps.random.near_one(), stamps.random.near_one() * 100.0);
        // v = R i, i = C der(v) with der(v) = c v, and what joins them.
        stamps.put(at, vr, 1.0);
        stamps.put(at, ir, -resistance);
        stamps.put(at + 1, ic, 1.0);
        stamps.put(at + 1, vc, -capacitance);
        stamps.put(at + 2, vc, 1.0);
        stamps.put(at + 2, node, -1.0);
        stamps.put(at + 3, vr, 1.0);
        stamps.put(at + 3, node, 1.0);
        stamps.put(at + 4, ir, 1.0);
        stamps.put(at + 4, ic, -1.0);
        stamps.put(at + 4, on, -1.0);
        stamps.put(at + 5, on, 1.0);
        if stage > 0 {
            stamps.put(at + 3, node - 6, -1.0);
        }
        if stage + 1 < stages {
            stamps.put(at + 5, ir + 6, -1.0);
        }
    }
}

fn blocks(stamps: &mut Stamps) {
    let size = stamps.size;
    let (rows, columns) = (stamps.random.order(size), stamps.random.order(size));
    let mut start = 0;
    while start < size {
        let block = match stamps.random.below(100) {
            0..85 => 1,
            85..95 => 2 + stamps.random.below(4),
            95..99 => 5 + stamps.random.below(20),
            _ => 20 + stamps.random.below(100),
        };
        let end = (start + block).min(size);
        for at in start..end {
            let value = 4.0 * stamps.random.near_one();
            stamps.put(rows[at], columns[at], value);
            if end > start + 1 {
                let next = if at + 1 == end { start } else { at + 1 };
                let value = stamps.random.near_one();
                stamps.put(rows[at], columns[next], value);
                let other = start + stamps.random.below(end - start);
                if other != at && other != next {
                    stamps.put(rows[at], columns[other], -0.5);
                }
            }
            for _ in 0..stamps.random.below(4) {
                if start > 0 {
                    let earlier = start - 1 - stamps.random.below(start.min(200));
                    let value = stamps.random.near_one();
                    stamps.put(rows[at], columns[earlier], 0.1 * value);
                }
            }
        }
        start = end;
    }
}
