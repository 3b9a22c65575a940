//! Large sparse systems whose index, hidden constraints and free values are known.

use base::DisjointSets;
use consistent::{DaePoint, FunctionProblem, SparseMatrix};

/// A system at a point, and what is to be found there.
pub(crate) struct Case {
    pub(crate) problem: FunctionProblem<'static>,
    pub(crate) at: DaePoint,
    pub(crate) index: usize,
    /// How many combinations have to be differentiated; of the first link, if the index is above two.
    pub(crate) hidden: usize,
    pub(crate) freedom: usize,
}

/// A name, up to which size it is measured, and how a system of about so many unknowns is made.
pub(crate) type Family = (&'static str, usize, fn(usize) -> Case);

/// No bound.
const ANY: usize = usize::MAX;
/// For answers that are full, so that ten times the unknowns take a hundred times the memory.
const FULL: usize = 10_000;

pub(crate) const FAMILIES: [Family; 11] = [
    ("grounded", ANY, |size| grid(size, Edges::Resistors)),
    ("coupled", ANY, |size| grid(size, Edges::Capacitors)),
    ("mixed", ANY, |size| grid(size, Edges::Mixed)),
    ("charges", ANY, charges),
    ("net", FULL, |size| net(size, Written::Grounded)),
    ("floating", FULL, |size| net(size, Written::Floating)),
    ("currents", ANY, |size| net(size, Written::Currents)),
    ("ladder", ANY, ladder),
    ("chain", ANY, chain),
    ("pencil", ANY, |size| pencil(size, 2)),
    ("pencil3", ANY, |size| pencil(size, 3)),
];

/// What stands along the edges of a grid.
#[derive(Clone, Copy, PartialEq)]
enum Edges {
    /// Resistors, with a capacitor from each node to ground.
    Resistors,
    /// Capacitors, with a resistor from each node to ground: the matrix of the derivatives is that of the grid.
    Capacitors,
    /// Resistors, inductors and capacitors in turn, with a resistor from each node to ground.
    Mixed,
}

/// Entries of both matrices as they are gathered, and which right-hand sides move with time.
#[derive(Default)]
struct Entries {
    a: Vec<(usize, usize, f64)>,
    b: Vec<(usize, usize, f64)>,
    sources: Vec<(usize, f64, f64)>,
}

impl Entries {
    fn case(self, size: usize, hidden: usize, freedom: usize) -> Case {
        let (a, b) = (
            SparseMatrix::from_triplets(size, size, self.a),
            SparseMatrix::from_triplets(size, size, self.b),
        );
        let (values, slopes) = (self.sources.clone(), self.sources);
        let wave = move |t: f64| {
            let mut q = vec![0.0; size];
            values.iter().for_each(|&(row, value, slope)| q[row] = value + slope * t);
            q
        };
        let slope = move |_: f64| {
            let mut q = vec![0.0; size];
            slopes.iter().for_each(|&(row, _, slope)| q[row] = slope);
            q
        };
        let at = DaePoint { t: 0.0, x: vec![0.0; size], y: vec![0.0; size] };
        Case { problem: FunctionProblem::linear(a, b, wave, slope), at, index: 2, hidden, freedom }
    }

    /// A voltage source from a node to ground, whose current is the unknown with this number.
    fn source(&mut self, node: usize, current: usize) {
        self.b.extend([(node, current, 1.0), (current, node, 1.0)]);
        self.sources.push((current, 1.0, 1.0));
    }

    /// An inductor between two nodes, or to ground, whose current is the unknown with this number.
    fn coil(&mut self, from: usize, to: usize, current: usize) {
        self.b.extend([(from, current, 1.0), (to, current, -1.0)]);
        self.b.extend([(current, from, -1.0), (current, to, 1.0)]);
        self.a.push((current, current, 1e-6 * value(current)));
    }
}

/// Between one and five, the same in every run.
fn value(number: usize) -> f64 {
    1.0 + (number * 2_654_435_761 % 1000) as f64 / 250.0
}

fn between(into: &mut Vec<(usize, usize, f64)>, one: usize, two: usize, size: f64) {
    into.extend([(one, one, size), (two, two, size), (one, two, -size), (two, one, -size)]);
}

fn edges(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side * side).flat_map(move |node| {
        let right = (node % side + 1 < side).then_some((node, node + 1));
        let down = (node + side < side * side).then_some((node, node + side));
        right.into_iter().chain(down)
    })
}

/// A square grid; at every tenth node a voltage source across a capacitor, and an inductor in series with a current
/// source: two constraints that have to be differentiated.
fn grid(size: usize, along: Edges) -> Case {
    let per_node = if along == Edges::Mixed { 1.3 + 2.0 / 3.0 } else { 1.3 };
    let side = ((size as f64 / per_node).sqrt() as usize).max(2);
    let nodes = side * side;
    let coils = if along == Edges::Mixed { edges(side).count().div_ceil(3) } else { 0 };
    let taps: Vec<usize> = (0..nodes).step_by(10).collect();
    let mut found = Entries::default();
    // Potentials that capacitors let differ from ground and from each other.
    let mut joined = DisjointSets::new(nodes + 1);
    let mut join = |one: usize, two: usize| joined.join(one as u32, two as u32);
    let mut coil = nodes;
    for (number, (one, two)) in edges(side).enumerate() {
        let size = value(number);
        match (along, number % 3) {
            (Edges::Capacitors, _) | (Edges::Mixed, 1) => {
                between(&mut found.a, one, two, 1e-9 * size);
                join(one, two);
            }
            (Edges::Mixed, 0) => {
                found.coil(one, two, coil);
                coil += 1;
            }
            _ => between(&mut found.b, one, two, 1e-3 * size),
        }
    }
    for node in 0..nodes {
        if along == Edges::Resistors {
            found.a.push((node, node, 1e-9 * value(node)));
            join(node, nodes);
        } else {
            found.b.push((node, node, 1e-3 * value(node)));
        }
    }
    for (number, &node) in taps.iter().enumerate() {
        let first = nodes + coils + 3 * number;
        found.source(node, first);
        found.a.push((node, node, 1e-9));
        join(node, nodes);
        found.coil(node, first + 2, first + 1);
        found.sources.push((first + 2, 1e-3, 2e-3));
    }
    let rank = nodes + 1 - joined.number().1 + coils + taps.len();
    found.case(nodes + coils + 3 * taps.len(), 2 * taps.len(), rank - 2 * taps.len())
}

/// A grid of resistors with capacitors to ground whose charges are unknowns, two to each third node, so that there are
/// loops of capacitors; a voltage source at every tenth node.
fn charges(size: usize) -> Case {
    let side = ((size as f64 / (2.1 + 1.0 / 3.0)).sqrt() as usize).max(2);
    let nodes = side * side;
    let taps: Vec<usize> = (0..nodes).step_by(10).collect();
    let mut found = Entries::default();
    for (number, (one, two)) in edges(side).enumerate() {
        between(&mut found.b, one, two, 1e-3 * value(number));
    }
    let twice = (0..nodes).filter(|node| node % 3 == 0);
    let mut next = nodes + taps.len();
    for node in (0..nodes).chain(twice) {
        found.a.push((node, next, 1.0));
        found.b.extend([(next, node, -1e-9 * value(next)), (next, next, 1.0)]);
        next += 1;
    }
    for (number, &node) in taps.iter().enumerate() {
        found.source(node, nodes + number);
    }
    found.case(next, taps.len(), nodes - taps.len())
}

/// How the capacitors of a net are written.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    /// The derivatives of charges stand in the current law, and one capacitor leads to ground.
    Grounded,
    /// The same without that one, so that all potentials could move together.
    Floating,
    /// Their currents are unknowns, too.
    Currents,
}

/// A grid of capacitors along all edges whose charges are unknowns, with a resistor from each node to ground and a voltage
/// source at every tenth node. What has to be differentiated goes along loops and through sources: without currents in
/// which to say it, a combination holds nearly all equations.
fn net(size: usize, written: Written) -> Case {
    let per_node = if written == Written::Currents { 5.1 } else { 3.1 };
    let side = ((size as f64 / per_node).sqrt() as usize).max(2);
    let nodes = side * side;
    let taps: Vec<usize> = (0..nodes).step_by(10).collect();
    let mut found = Entries::default();
    for node in 0..nodes {
        found.b.push((node, node, 1e-3 * value(node)));
    }
    let ground = (written != Written::Floating).then_some((0, None));
    let (mut next, mut count) = (nodes + taps.len(), 0);
    for (one, two) in edges(side).map(|(one, two)| (one, Some(two))).chain(ground) {
        let (farads, charge) = (1e-9 * value(next), next);
        let flows: Vec<(usize, f64)> = [(one, 1.0)].into_iter().chain(two.map(|two| (two, -1.0))).collect();
        found.b.push((charge, charge, 1.0));
        for &(node, sign) in &flows {
            found.b.push((charge, node, -sign * farads));
            if written == Written::Currents {
                found.b.push((node, charge + 1, sign));
            } else {
                found.a.push((node, charge, sign));
            }
        }
        if written == Written::Currents {
            found.a.push((charge + 1, charge, 1.0));
            found.b.push((charge + 1, charge + 1, -1.0));
            next += 1;
        }
        (next, count) = (next + 1, count + 1);
    }
    for (number, &node) in taps.iter().enumerate() {
        found.source(node, nodes + number);
    }
    // Potentials that capacitors let move against each other and against ground, and what sources fix of them.
    let moving = nodes - usize::from(written == Written::Floating);
    let fixed = taps.len() - usize::from(written == Written::Floating);
    let (rank, hidden) =
        if written == Written::Currents { (count, count + fixed - moving) } else { (moving, fixed) };
    found.case(next, hidden, rank - hidden)
}

/// Sections of a resistor and an inductor in series and a capacitor to ground, with a voltage source across every third
/// capacitor.
fn ladder(size: usize) -> Case {
    let sections = (size * 3 / 10).max(1);
    let taps: Vec<usize> = (0..sections).step_by(3).collect();
    let mut found = Entries::default();
    // The node in front of the resistor, the one behind it, the current of the inductor.
    let (front, back, coil) = (|at: usize| 3 * at, |at: usize| 3 * at + 1, |at: usize| 3 * at + 2);
    for at in 0..sections {
        found.a.push((front(at), front(at), 1e-9 * value(at)));
        between(&mut found.b, front(at), back(at), 1e-3 * value(at));
        if at + 1 < sections {
            found.coil(back(at), front(at + 1), coil(at));
        } else {
            found.b.extend([(back(at), coil(at), 1.0), (coil(at), back(at), -1.0)]);
            found.a.push((coil(at), coil(at), 1e-6));
        }
    }
    for (number, &at) in taps.iter().enumerate() {
        found.source(front(at), 3 * sections + number);
    }
    found.case(3 * sections + taps.len(), taps.len(), 2 * sections - taps.len())
}

/// Points in a plane, each tied to the one before by a rod; rods are constraints of velocities, so that the equations are
/// in Hessenberg form.
fn chain(size: usize) -> Case {
    const EACH: usize = 5;
    let count = (size / EACH).max(1);
    let size = EACH * count;
    // Position, velocity, force in the rod, all zero for the point that holds the chain.
    let part = |x: &[f64], at: usize, from: usize| match at.checked_sub(1) {
        Some(at) => [x[EACH * at + from], x[EACH * at + from + 1]],
        None => [0.0; 2],
    };
    let apart = move |x: &[f64], at: usize, from: usize| {
        let (one, two) = (part(x, at, from), part(x, at - 1, from));
        [one[0] - two[0], one[1] - two[1]]
    };
    let residual = move |p: &DaePoint| {
        let mut out = vec![0.0; size];
        for at in 1..=count {
            let own = EACH * (at - 1);
            let (rod, speed) = (apart(&p.x, at, 0), apart(&p.x, at, 2));
            let next = (at < count).then(|| (apart(&p.x, at + 1, 0), p.x[own + 2 * EACH - 1]));
            for axis in 0..2 {
                let weight = if axis == 1 { 9.81 } else { 0.0 };
                let pulled = next.map_or(0.0, |(rod, force)| rod[axis] * force);
                out[own + axis] = p.y[own + axis] - p.x[own + 2 + axis];
                out[own + 2 + axis] = p.y[own + 2 + axis] + weight + rod[axis] * p.x[own + 4] - pulled;
            }
            out[own + 4] = rod[0] * speed[0] + rod[1] * speed[1];
        }
        out
    };
    let jacobians = move |p: &DaePoint| {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for at in 1..=count {
            let own = EACH * (at - 1);
            let (rod, speed) = (apart(&p.x, at, 0), apart(&p.x, at, 2));
            for axis in 0..2 {
                a.extend([(own + axis, own + axis, 1.0), (own + 2 + axis, own + 2 + axis, 1.0)]);
                b.push((own + axis, own + 2 + axis, -1.0));
                b.extend([(own + 2 + axis, own + axis, p.x[own + 4]), (own + 2 + axis, own + 4, rod[axis])]);
                b.extend([(own + 4, own + axis, speed[axis]), (own + 4, own + 2 + axis, rod[axis])]);
                if let Some(before) = own.checked_sub(EACH) {
                    b.push((own + 2 + axis, before + axis, -p.x[own + 4]));
                    b.extend([
                        (own + 4, before + axis, -speed[axis]),
                        (own + 4, before + 2 + axis, -rod[axis]),
                    ]);
                }
                if at < count {
                    let (next, force) = (apart(&p.x, at + 1, 0), p.x[own + 2 * EACH - 1]);
                    let row = own + 2 + axis;
                    b.extend([(row, own + EACH + axis, -force), (row, own + axis, force)]);
                    b.push((row, own + 2 * EACH - 1, -next[axis]));
                }
            }
        }
        (SparseMatrix::from_triplets(size, size, a), SparseMatrix::from_triplets(size, size, b))
    };
    let mut x = vec![0.0; size];
    for at in 1..=count {
        // Rods of length one, each turned against the one before; at rest.
        let before = part(&x, at - 1, 0);
        let angle = at as f64 * 0.7;
        (x[EACH * (at - 1)], x[EACH * (at - 1) + 1]) = (before[0] + angle.cos(), before[1] + angle.sin());
    }
    let problem = FunctionProblem::new(size, residual, jacobians).with_rate(move |_| vec![0.0; size]);
    let at = DaePoint { t: 0.0, x, y: vec![0.0; size] };
    Case { problem, at, index: 2, hidden: count, freedom: 3 * count }
}

/// Blocks of a Kronecker form in random places; rows and columns of neighbours are added to each other.
fn pencil(size: usize, index: usize) -> Case {
    let mut dice = Dice(size as u64 + 1);
    let (mut a, mut b) = (vec![Vec::new(); size], vec![Vec::new(); size]);
    let (mut at, mut hidden, mut freedom) = (0, 0, 0);
    while at < size {
        let block = if at == 0 { index } else { dice.below(index + 1) };
        if block == 0 || at + block > size {
            a[at].push((at, 1.0));
            b[at].push((at, dice.below(7) as f64 - 3.0));
            (at, freedom) = (at + 1, freedom + 1);
            continue;
        }
        for row in at..at + block {
            b[row].push((row, 1.0));
            if row + 1 < at + block {
                a[row].push((row + 1, 1.0));
            }
        }
        hidden += usize::from(block > 1);
        at += block;
    }
    for _ in 0..size / 2 {
        // The same for both matrices: a row plus another one, then a column plus another one.
        let (to, from, factor) = (dice.below(size), dice.below(16), [-1.0, 1.0, 2.0][dice.below(3)]);
        let from = (to + 1 + from) % size;
        for matrix in [&mut a, &mut b] {
            let more: Vec<(usize, f64)> = matrix[from].iter().map(|&(at, x)| (at, factor * x)).collect();
            matrix[to].extend(more);
        }
    }
    let mut columns: Vec<Vec<(usize, f64)>> = (0..size).map(|at| vec![(at, 1.0)]).collect();
    // Only to later ones, so that this can be undone.
    for _ in 0..size / 2 {
        let (to, from) = (dice.below(size), dice.below(16));
        let from = to + 1 + from;
        if from < size {
            columns[to].push((from, 1.0));
        }
    }
    let mixed = |rows: &[Vec<(usize, f64)>]| {
        let entries = rows.iter().enumerate().flat_map(|(row, entries)| {
            entries.iter().flat_map({
                let columns = &columns;
                move |&(at, x)| columns[at].iter().map(move |&(column, factor)| (row, column, x * factor))
            })
        });
        SparseMatrix::from_triplets(size, size, entries)
    };
    let (a, b) = (mixed(&a), mixed(&b));
    let wave = move |t: f64| (0..size).map(|row| value(row) * (1.0 + t)).collect::<Vec<f64>>();
    let slope = move |_: f64| (0..size).map(value).collect::<Vec<f64>>();
    let at = DaePoint { t: 0.0, x: vec![0.0; size], y: vec![0.0; size] };
    Case { problem: FunctionProblem::linear(a, b, wave, slope), at, index, hidden, freedom }
}

/// Random numbers by G. Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % end as u64) as usize
    }
}
