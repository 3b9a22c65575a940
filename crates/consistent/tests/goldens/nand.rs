//! E002-2.9: the NAND gate, 29 unknowns whose coefficients reach from 1e-16 to 1.

use consistent::{
    Chain, Constraints, Functions, Index, Matrix, Method, Point, Precision, Problem, Projectors, Role, Roles,
    correct, steady,
};

use crate::index::look;

/// Nodes are numbered from one; zero is ground. Unknowns: 13 charges, 12 potentials, j1, j2, jBB, jDD.
const CHARGES: usize = 13;
const NODES: usize = 12;
const SIZE: usize = 29;

#[derive(Clone, Copy)]
struct Data {
    /// Between source and drain.
    resistance: f64,
    /// The exponential of the diodes, or the polynomial that the printed numbers follow.
    exponential: bool,
}

/// A gate, source, drain, bulk, and whether it is of the depletion type.
const TRANSISTORS: [([usize; 4], bool); 3] =
    [([1, 2, 3, 12], true), ([5, 6, 7, 12], false), ([8, 9, 10, 12], false)];
const RESISTORS: [(usize, usize); 6] = [(2, 1), (3, 4), (6, 11), (7, 1), (9, 0), (10, 11)];
/// Which node each voltage source holds, its value and its slope.
const SOURCES: [(usize, f64, f64); 4] = [(5, 0.0, 1e9), (8, 0.0, 0.0), (12, -2.5, 0.0), (4, 5.0, 0.0)];

/// The charge between two nodes and its slope.
fn charges() -> Vec<(usize, usize, bool)> {
    let mut all = vec![(1, 0, false)];
    for ([gate, source, drain, bulk], _) in TRANSISTORS {
        all.extend([(gate, drain, false), (gate, source, false), (drain, bulk, true), (source, bulk, true)]);
    }
    all
}

fn charge(at: usize, junction: bool, u: f64) -> (f64, f64) {
    let (c0, phi) = (0.24e-13, 0.87);
    if junction {
        (c0 * (1.0 + u / (4.0 * phi)) * u, c0 * (1.0 + u / (2.0 * phi)))
    } else {
        let c = if at == 0 { 0.5e-13 } else { 0.6e-13 };
        (c * u, c)
    }
}

fn diode(data: Data, u: f64) -> (f64, f64) {
    if u > 0.0 {
        (0.0, 0.0)
    } else if data.exponential {
        (-1e-14 * (u / 25.85).exp_m1(), -1e-14 / 25.85 * (u / 25.85).exp())
    } else {
        (-1e-14 * (0.0387 * u + 0.000748 * u * u), -1e-14 * (0.0387 + 2.0 * 0.000748 * u))
    }
}

/// The current and its slopes by drain-source, gate-source and bulk-source voltage.
fn channel(depletion: bool, uds: f64, ugs: f64, ubs: f64) -> [f64; 4] {
    if uds < 0.0 {
        // Drain and source change places.
        let [i, d, g, b] = channel(depletion, -uds, ugs - uds, ubs - uds);
        return [-i, d + g + b, -g, -b];
    }
    let (ut0, beta, gamma, phi) =
        if depletion { (-2.43, 5.35e-4, 0.2, 1.28) } else { (0.8, 1.748e-3, 0.0, 1.01f64) };
    let delta = 0.02;
    let root = (phi - ubs).sqrt();
    let drive = ugs - ut0 - gamma * (root - phi.sqrt());
    let by_bulk = gamma / (2.0 * root);
    if drive <= 0.0 {
        [0.0; 4]
    } else if drive <= uds {
        let (i, d) = (-beta * (1.0 + delta * uds) * drive * drive, -beta * delta * drive * drive);
        let g = -2.0 * beta * (1.0 + delta * uds) * drive;
        [i, d, g, g * by_bulk]
    } else {
        let slope = 2.0 * drive - uds;
        let i = -beta * uds * (1.0 + delta * uds) * slope;
        let d = -beta * ((1.0 + 2.0 * delta * uds) * slope - uds * (1.0 + delta * uds));
        let g = -2.0 * beta * uds * (1.0 + delta * uds);
        [i, d, g, g * by_bulk]
    }
}

/// Sums of currents and their derivatives.
struct Stamp<'a> {
    at: &'a Point,
    values: Vec<f64>,
    a: Vec<(usize, usize, f64)>,
    b: Vec<(usize, usize, f64)>,
}

impl Stamp<'_> {
    fn potential(&self, node: usize) -> f64 {
        if node == 0 { 0.0 } else { self.at.x[CHARGES + node - 1] }
    }

    fn current(&mut self, from: usize, to: usize, value: f64, slopes: &[(usize, f64)]) {
        for (node, sign) in [(from, 1.0), (to, -1.0)].into_iter().filter(|end| end.0 > 0) {
            self.values[node - 1] += sign * value;
            for &(other, slope) in slopes.iter().filter(|slope| slope.0 > 0) {
                self.b.push((node - 1, CHARGES + other - 1, sign * slope));
            }
        }
    }
}

fn stamp(data: Data, at: &Point) -> (Vec<f64>, Matrix, Matrix) {
    let mut all = Stamp { at, values: vec![0.0; SIZE], a: Vec::new(), b: Vec::new() };
    for (one, two) in RESISTORS {
        let value = (all.potential(one) - all.potential(two)) / 4.0;
        all.current(one, two, value, &[(one, 0.25), (two, -0.25)]);
    }
    for ([gate, source, drain, bulk], depletion) in TRANSISTORS {
        let [g, s, d, b] = [gate, source, drain, bulk].map(|node| all.potential(node));
        let conductance = 1.0 / data.resistance;
        all.current(source, drain, (s - d) * conductance, &[(source, conductance), (drain, -conductance)]);
        let [i, by_d, by_g, by_b] = channel(depletion, d - s, g - s, b - s);
        all.current(
            source,
            drain,
            i,
            &[(drain, by_d), (gate, by_g), (bulk, by_b), (source, -by_d - by_g - by_b)],
        );
        for node in [source, drain] {
            let (value, slope) = diode(data, b - all.potential(node));
            all.current(node, bulk, value, &[(bulk, slope), (node, -slope)]);
        }
    }
    for (number, &(node, value, slope)) in SOURCES.iter().enumerate() {
        let column = CHARGES + NODES + number;
        all.values[node - 1] += at.x[column];
        all.b.push((node - 1, column, 1.0));
        all.values[NODES + number] = all.potential(node) - value - slope * at.t;
        all.b.push((NODES + number, CHARGES + node - 1, 1.0));
    }
    for (number, (plus, minus, junction)) in charges().into_iter().enumerate() {
        let row = NODES + SOURCES.len() + number;
        let (value, capacitance) = charge(number, junction, all.potential(plus) - all.potential(minus));
        all.values[row] = at.x[number] - value;
        all.b.push((row, number, 1.0));
        for (node, sign) in [(plus, 1.0), (minus, -1.0)].into_iter().filter(|end| end.0 > 0) {
            all.values[node - 1] += sign * at.y[number];
            all.a.push((node - 1, number, sign));
            all.b.push((row, CHARGES + node - 1, -sign * capacitance));
        }
    }
    (all.values, Matrix::from_triplets(SIZE, SIZE, all.a), Matrix::from_triplets(SIZE, SIZE, all.b))
}

fn gate(data: Data) -> Functions<'static> {
    let nominals = [vec![1e-13; CHARGES], vec![1.0; NODES], vec![1e-5; 4]].concat();
    Functions::new(
        SIZE,
        move |at| stamp(data, at).0,
        move |at| {
            let (_, a, b) = stamp(data, at);
            (a, b)
        },
    )
    .with_rate(|_| {
        let mut rate = vec![0.0; SIZE];
        for (number, source) in SOURCES.iter().enumerate() {
            rate[NODES + number] = -source.2;
        }
        rate
    })
    .with_nominals(nominals)
}

fn at_potentials(e: [f64; NODES], currents: [f64; 4]) -> Point {
    let mut x = vec![0.0; SIZE];
    x[CHARGES..CHARGES + NODES].copy_from_slice(&e);
    x[CHARGES + NODES..].copy_from_slice(&currents);
    for (number, (plus, minus, junction)) in charges().into_iter().enumerate() {
        let potential = |node: usize| if node == 0 { 0.0 } else { e[node - 1] };
        x[number] = charge(number, junction, potential(plus) - potential(minus)).0;
    }
    Point { t: 0.0, x, y: vec![0.0; SIZE] }
}

const PRINTED: Data = Data { resistance: 1e15, exponential: false };

/// The operating point, with the digits of the recomputed solution.
fn operating() -> Point {
    let low = 1.17785066;
    at_potentials(
        [5.0, 5.0, 5.0, 5.0, 0.0, low, 5.0, 0.0, 1.02840e-15, low, low, -2.5],
        [0.0, 0.0, 1.10103e-14, -1.12674e-14],
    )
}

#[test]
fn e002_2_9a_structure() {
    let (problem, at) = (gate(PRINTED), operating());
    let found = look(&problem, &at);
    assert_eq!(found.index, Index::Two, "{:?}", found.chain.map(|chain| chain.further));
    let (a, b) = problem.jacobians(&at).expect("both matrices");
    let chain = Chain::new(a, b, &Precision::default());
    let t = Projectors::new(&chain).t;
    let ones: Vec<(usize, usize, f64)> = (25..28).map(|at| (at, at, 1.0)).collect();
    assert_eq!(t, Matrix::from_triplets(SIZE, SIZE, ones));
    let roles = Roles::new(&chain);
    assert_eq!(roles.of(Role::Hidden).collect::<Vec<_>>(), [25, 26, 27]);
    // Three loops of capacitors make three charges algebraic, and nodes 4 and 11 have none.
    assert_eq!(chain.leading.decision.rank, 10);
    assert_eq!(roles.freedom, 7);
    // The hidden constraints are those of e5, e8 and e12, written in charges.
    let hidden = Constraints::new(&problem, &chain, &at).expect("values");
    assert_eq!(hidden.hidden.height(), 3);
    let sources: Vec<u32> = (12..15).collect();
    for source in sources {
        assert!(hidden.hidden.rows.iter().any(|row| row.iter().any(|entry| entry.0 == source)));
    }
    assert!(hidden.hidden.rows.iter().all(|row| row.iter().all(|entry| entry.0 != 15)));
}

#[test]
fn e002_2_9b_operating_point() {
    // With 1e15 Ω the sums of currents cancel to their last digits, which is said, not computed with.
    let (problem, at) = (gate(PRINTED), operating());
    let residual = problem.residual(&at).expect("values");
    assert!(residual.iter().all(|value| value.abs() < 2e-14), "{residual:?}");
    for (number, wanted) in [(0, 2.5e-13), (5, -3.0e-13), (6, -7.06710e-14), (9, -7.06710e-14)] {
        assert!((at.x[number] / wanted - 1.0).abs() < 1e-6, "{}", at.x[number]);
    }
    let (_, b) = problem.jacobians(&at).expect("both matrices");
    assert!(!consistent::Split::new(&b, 1e-15).decision.regular());
    // With the resistance as printed the operating point can be computed.
    let problem = gate(Data { resistance: 1e5, exponential: true });
    let guess = at_potentials([5.0, 5.0, 5.0, 5.0, 0.0, 2.0, 5.0, 0.0, 0.0, 2.0, 2.0, -2.5], [0.0; 4]);
    let found = steady(&problem, &guess, &Precision::default()).expect("an operating point");
    let e = |node: usize| found.x[CHARGES + node - 1];
    for (node, wanted) in [
        (1, 4.988529795),
        (2, 4.988629557),
        (3, 4.9999002374),
        (6, 2.49436466),
        (7, 4.988430032),
        (9, 9.9762615e-5),
    ] {
        assert!((e(node) / wanted - 1.0).abs() < 1e-8, "node {node}: {}", e(node));
    }
    assert!((found.x[28] / -2.4940654e-5 - 1.0).abs() < 1e-7);
    assert!((found.x[27] / 1.1984008e-14 - 1.0).abs() < 1e-3);
}

#[test]
fn e002_2_9c_correction() {
    let found = correct(&gate(PRINTED), &operating(), &Precision::default()).expect("values");
    assert_eq!((found.method, found.hidden_steps), (Method::Linear, 1));
    let before = operating();
    let change = |column: usize| found.point.x[column] - before.x[column];
    assert!((change(25) / -7.4074392e-5 - 1.0).abs() < 1e-7, "{}", change(25));
    assert!((change(27) / 7.4074392e-5 - 1.0).abs() < 1e-7);
    assert!(change(26).abs() < 1e-14 && change(28).abs() < 1e-14);
    // All charges and potentials stay, and the current divides inside of the second transistor.
    assert!((0..25).all(|column| change(column) == 0.0));
    let changed: Vec<usize> =
        found.changes.iter().filter(|change| !change.derivative).map(|change| change.column).collect();
    assert_eq!(changed, [25, 27]);
    let a = problem_a();
    let flows = a.apply(&found.point.y);
    for (node, wanted) in [(5, 7.4074392e-5), (6, 0.0), (7, 0.0), (12, -7.4074392e-5), (1, 0.0), (10, 0.0)] {
        assert!((flows[node - 1] - wanted).abs() < 1e-11, "node {node}: {}", flows[node - 1]);
    }
}

fn problem_a() -> Matrix {
    gate(PRINTED).jacobians(&operating()).expect("both matrices").0
}
