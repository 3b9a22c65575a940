//! E002-2.9: the NAND gate, 29 unknowns whose coefficients reach from 1e-16 to 1.

use consistent::{
    ConsistencyMethod, Constraints, DaePoint, DaeProblem, FunctionProblem, MatrixChain, Projectors,
    RankPrecision, SparseMatrix, TractabilityIndex, UnknownRole, UnknownRoles, correct_hidden, derivatives,
    steady_state,
};

use super::index::look;

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
    /// Unknowns are the voltages across resistors in place of the potentials at their first nodes: beside potentials of
    /// 5 V in double precision there is no room for what 1e-14 A make of 4 Ω.
    across: bool,
}

/// A gate, source, drain, bulk, and whether it is of the depletion type.
const TRANSISTORS: [([usize; 4], bool); 3] =
    [([1, 2, 3, 12], true), ([5, 6, 7, 12], false), ([8, 9, 10, 12], false)];
const RESISTORS: [(usize, usize); 6] = [(2, 1), (3, 4), (6, 11), (7, 1), (9, 0), (10, 11)];
/// Which node each voltage source holds, its value and its slope.
const SOURCES: [(usize, f64, f64); 4] = [(5, 0.0, 1e9), (8, 0.0, 0.0), (12, -2.5, 0.0), (4, 5.0, 0.0)];

/// Between which nodes each charge is, and whether it is that of a junction.
fn charges_between() -> Vec<(usize, usize, bool)> {
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
    at: &'a DaePoint,
    data: Data,
    values: Vec<f64>,
    a: Vec<(usize, usize, f64)>,
    b: Vec<(usize, usize, f64)>,
}

impl Stamp<'_> {
    /// The node that the unknown of a node is counted from.
    fn base(&self, node: usize) -> usize {
        let found = RESISTORS.iter().find(|ends| self.data.across && ends.0 == node);
        found.map_or(0, |ends| ends.1)
    }

    fn potential(&self, node: usize) -> f64 {
        let own = |node: usize| if node == 0 { 0.0 } else { self.at.x[CHARGES + node - 1] };
        own(self.base(node)) + own(node)
    }

    /// The derivative of an equation by a potential.
    fn slope(&mut self, row: usize, node: usize, value: f64) {
        for node in [node, self.base(node)].into_iter().filter(|&node| node > 0) {
            self.b.push((row, CHARGES + node - 1, value));
        }
    }

    fn current(&mut self, from: usize, to: usize, value: f64, slopes: &[(usize, f64)]) {
        for (node, sign) in [(from, 1.0), (to, -1.0)].into_iter().filter(|end| end.0 > 0) {
            self.values[node - 1] += sign * value;
            for &(other, slope) in slopes {
                self.slope(node - 1, other, sign * slope);
            }
        }
    }
}

fn stamp(data: Data, at: &DaePoint) -> (Vec<f64>, SparseMatrix, SparseMatrix) {
    let mut all = Stamp { at, data, values: vec![0.0; SIZE], a: Vec::new(), b: Vec::new() };
    for (one, two) in RESISTORS {
        if data.across {
            // Its unknown is the voltage itself.
            let column = CHARGES + one - 1;
            all.current(one, two, at.x[column] / 4.0, &[]);
            for (node, sign) in [(one, 1.0), (two, -1.0)].into_iter().filter(|end| end.0 > 0) {
                all.b.push((node - 1, column, sign * 0.25));
            }
            continue;
        }
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
        all.slope(NODES + number, node, 1.0);
    }
    for (number, (plus, minus, junction)) in charges_between().into_iter().enumerate() {
        let row = NODES + SOURCES.len() + number;
        let (value, capacitance) = charge(number, junction, all.potential(plus) - all.potential(minus));
        all.values[row] = at.x[number] - value;
        all.b.push((row, number, 1.0));
        for (node, sign) in [(plus, 1.0), (minus, -1.0)].into_iter().filter(|end| end.0 > 0) {
            all.values[node - 1] += sign * at.y[number];
            all.a.push((node - 1, number, sign));
            all.slope(row, node, -sign * capacitance);
        }
    }
    (
        all.values,
        SparseMatrix::from_triplets(SIZE, SIZE, all.a),
        SparseMatrix::from_triplets(SIZE, SIZE, all.b),
    )
}

fn gate(data: Data) -> FunctionProblem<'static> {
    let mut nominals = [vec![1e-13; CHARGES], vec![1.0; NODES], vec![1e-5; 4]].concat();
    if data.across {
        RESISTORS.iter().for_each(|ends| nominals[CHARGES + ends.0 - 1] = 1e-14);
        nominals[CHARGES + NODES..].fill(1e-14);
    }
    FunctionProblem::new(
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

fn at_potentials(e: [f64; NODES], currents: [f64; 4]) -> DaePoint {
    let mut x = vec![0.0; SIZE];
    x[CHARGES..CHARGES + NODES].copy_from_slice(&e);
    x[CHARGES + NODES..].copy_from_slice(&currents);
    for (number, (plus, minus, junction)) in charges_between().into_iter().enumerate() {
        let potential = |node: usize| if node == 0 { 0.0 } else { e[node - 1] };
        x[number] = charge(number, junction, potential(plus) - potential(minus)).0;
    }
    DaePoint { t: 0.0, x, y: vec![0.0; SIZE] }
}

const PRINTED: Data = Data { resistance: 1e15, exponential: false, across: false };

/// The operating point, with the digits of the recomputed solution.
fn operating() -> DaePoint {
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
    assert_eq!(found.index, TractabilityIndex::Two, "{:?}", found.chain.map(|chain| chain.further.clone()));
    let (a, b) = problem.jacobians(&at).expect("both matrices");
    let chain = MatrixChain::new(a, b, &RankPrecision::default());
    let t = Projectors::new(&chain).t;
    let ones: Vec<(usize, usize, f64)> = (25..28).map(|at| (at, at, 1.0)).collect();
    assert_eq!(t, SparseMatrix::from_triplets(SIZE, SIZE, ones));
    let roles = UnknownRoles::new(&chain);
    assert_eq!(roles.of(UnknownRole::Hidden).collect::<Vec<_>>(), [25, 26, 27]);
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
    assert!(!consistent::RankDecomposition::new(&b, 1e-15).decision.is_regular());
    // With the resistance as printed the operating point can be computed.
    let problem = gate(Data { resistance: 1e5, exponential: true, across: false });
    let guess = at_potentials([5.0, 5.0, 5.0, 5.0, 0.0, 2.0, 5.0, 0.0, 0.0, 2.0, 2.0, -2.5], [0.0; 4]);
    let found = steady_state(&problem, &guess, &RankPrecision::default()).expect("an operating point");
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
    let found = correct_hidden(&gate(PRINTED), &operating(), &RankPrecision::default()).expect("values");
    assert_eq!((found.method, found.hidden_steps), (ConsistencyMethod::Linear, 1));
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

fn problem_a() -> SparseMatrix {
    gate(PRINTED).jacobians(&operating()).expect("both matrices").0
}

/// The operating point from rough values, as potentials and currents and with the charges.
fn settled(exponential: bool) -> DaePoint {
    let problem = gate(Data { exponential, across: true, ..PRINTED });
    let guess = at_potentials([5.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, -2.5], [0.0; 4]);
    steady_state(&problem, &guess, &RankPrecision::default()).expect("an operating point")
}

/// Each number agrees to this part.
fn agree(found: &[f64], wanted: &[f64], part: f64) {
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() <= part * wanted.abs(), "{found} is not {wanted}");
    }
}

#[test]
fn e002_2_9b_printed_operating_point() {
    let x = settled(false).x;
    let (q, u, j) = (&x[..CHARGES], &x[CHARGES..CHARGES + NODES], &x[CHARGES + NODES..]);
    // Potentials that are unknowns themselves, then the voltages across resistors on top of them.
    agree(&[u[0], u[3], u[10], u[11]], &[5.0, 5.0, 1.17785, -2.5], 4e-6);
    assert!(u[4].abs() < 1e-30 && u[7].abs() < 1e-30);
    agree(&[u[8]], &[1.02840e-15], 5e-6);
    for (node, base) in [(2, 1), (3, 4), (7, 1), (6, 11), (10, 11)] {
        assert!(u[node - 1].abs() < 1e-12 * u[base - 1], "node {node}");
    }
    agree(&[j[2], j[3]], &[1.10103e-14, -1.12674e-14], 5e-6);
    assert!(j[0].abs() < 1e-25 && j[1].abs() < 1e-25, "{j:?}");
    agree(&[q[0], q[5]], &[2.5e-13, -3.0e-13], 1e-9);
    agree(&[q[6], q[9], q[10]], &[-7.06710e-14, -7.06710e-14, -6.17042e-29], 5e-6);
    // The exponential in place of the polynomial.
    let x = settled(true).x;
    let (u, j) = (&x[CHARGES..CHARGES + NODES], &x[CHARGES + NODES..]);
    agree(&[u[10], u[8], j[2], j[3]], &[1.17482738, 1.0120136e-15, 1.1127301e-14, -1.1380305e-14], 5e-8);
}

/// Corrects an operating point and tells how everything moves then.
fn moving(low: f64, exponential: bool) -> (std::rc::Rc<MatrixChain>, DaePoint, Vec<Option<f64>>) {
    let problem = gate(Data { exponential, ..PRINTED });
    let mut e = [5.0, 5.0, 5.0, 5.0, 0.0, low, 5.0, 0.0, 1.02840e-15, low, low, -2.5];
    e[8] = if exponential { 1.0120136e-15 } else { e[8] };
    let j = if exponential { [1.1127301e-14, -1.1380305e-14] } else { [1.10103e-14, -1.12674e-14] };
    let precision = RankPrecision::default();
    let found =
        correct_hidden(&problem, &at_potentials(e, [0.0, 0.0, j[0], j[1]]), &precision).expect("values");
    let chain = found.examination.chain.expect("a chain");
    let all = derivatives(&problem, &chain, &found.point, &precision).expect("values");
    (chain, found.point, all)
}

#[test]
fn e002_2_9c_derivatives() {
    let (chain, point, all) = moving(1.17785066, false);
    let slope = |column: usize| all[column].expect("a derivative");
    // The currents of V1, V2 and VBB are the index-2 components: how they move is not told.
    assert_eq!((0..SIZE).filter(|&column| all[column].is_none()).collect::<Vec<_>>(), [25, 26, 27]);
    let charges = [slope(5), slope(6), slope(7), slope(8)];
    agree(&charges, &[4.0794702e-5, 3.3279690e-5, 4.0794702e-5, 3.3279690e-5], 1e-7);
    let e = |node: usize| slope(CHARGES + node - 1);
    agree(&[e(5), e(7), e(6)], &[1e9, 3.2008830e8, 4.4533850e8], 1e-7);
    // What the hidden constraints say: e5' = V1', e8' = V2', e12' = VBB'.
    assert!(e(8).abs() < 1e-3 && e(12).abs() < 1e-3, "{} and {}", e(8), e(12));
    for column in [0, 1, 2, 3, 4, 9, 10, 11, 12] {
        assert!(slope(column).abs() < 1e-11, "charge {column}: {}", slope(column));
    }
    // Added power delivered is added power absorbed.
    let volts = |number: usize| {
        let (plus, minus, _) = charges_between()[number];
        point.x[CHARGES + plus - 1] - if minus == 0 { 0.0 } else { point.x[CHARGES + minus - 1] }
    };
    let absorbed: f64 = (0..CHARGES).map(|number| volts(number) * slope(number)).sum();
    let delivered = -2.5 * (point.x[27] - 1.10103e-14);
    assert!((absorbed + delivered).abs() < 1e-9 * delivered.abs(), "{absorbed} and {delivered}");
    // Without what loops of capacitors alone leave open, all four are the same: orthogonal to the kernel of A.
    let kernel = chain.leading.kernel.transpose();
    let round = kernel.rows.iter().find(|row| row.iter().any(|entry| entry.0 == 5)).expect("the loop of M2");
    let around: Vec<f64> =
        (5..9).map(|at| round.iter().find(|entry| entry.0 == at).map_or(0.0, |entry| entry.1)).collect();
    assert!(around.iter().all(|value| value.abs() == 1.0), "{around:?}");
    let part: f64 = around.iter().zip(charges).map(|(one, other)| one * other).sum::<f64>() / 4.0;
    let even: Vec<f64> = around.iter().zip(charges).map(|(one, charge)| charge - part * one).collect();
    agree(&even, &[3.7037196e-5; 4], 1e-7);
    agree(&[charge(0, true, 7.5).1, charge(0, true, 3.67785).1], &[1.2744828e-13, 7.4728966e-14], 1e-7);
    // With the exponential.
    let (_, point, _) = moving(1.17482738, true);
    agree(&[point.x[25], point.x[27]], &[-7.4066119e-5, 7.4066119e-5], 1e-6);
}
