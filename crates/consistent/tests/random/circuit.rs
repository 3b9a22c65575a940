//! Random circuits of resistors, capacitors, inductors and sources: the index from the graph against the index from the
//! matrices, in both forms of nodal analysis.

use consistent::{Chain, Constraints, Found, Functions, Matrix, Point, Precision, Problem, start};

use crate::dice::Dice;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Capacitor,
    Resistor,
    Source,
    Inductor,
    Current,
}

/// An element from a node to another one; zero is ground. Sources have a value and a slope.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub(crate) kind: Kind,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) value: f64,
    pub(crate) slope: f64,
}

pub(crate) struct Circuit {
    pub(crate) nodes: usize,
    pub(crate) elements: Vec<Element>,
}

/// Sets of nodes that are joined.
pub(crate) struct Sets(pub(crate) Vec<usize>);

impl Sets {
    pub(crate) fn find(&mut self, at: usize) -> usize {
        let mut top = at;
        while self.0[top] != top {
            top = self.0[top];
        }
        top
    }

    /// Whether they were apart.
    pub(crate) fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one] = other;
        one != other
    }

    pub(crate) fn count(&mut self) -> usize {
        (0..self.0.len()).filter(|&at| self.find(at) == at).count()
    }
}

impl Circuit {
    /// With capacitances down to a power of ten.
    pub(crate) fn random(dice: &mut Dice, smallest: f64) -> Circuit {
        let nodes = 1 + dice.below(7);
        let count = nodes + dice.below(8);
        Circuit::of_size(dice, nodes, count, smallest)
    }

    pub(crate) fn of_size(dice: &mut Dice, nodes: usize, count: usize, smallest: f64) -> Circuit {
        let elements = (0..count)
            .map(|_| {
                let kinds = [Kind::Capacitor, Kind::Resistor, Kind::Source, Kind::Inductor, Kind::Current];
                let kind = kinds[[0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4][dice.below(11)]];
                let from = dice.below(nodes + 1);
                let to = (from + 1 + dice.below(nodes)) % (nodes + 1);
                let value = match kind {
                    Kind::Capacitor => dice.power(smallest, -6.0),
                    Kind::Inductor => dice.power(-9.0, -3.0),
                    Kind::Resistor => dice.power(-6.0, 1.0),
                    Kind::Source | Kind::Current => dice.between(-2.0, 2.0),
                };
                Element { kind, from, to, value, slope: dice.between(-1.0, 1.0) }
            })
            .collect();
        Circuit { nodes, elements }
    }

    pub(crate) fn of(&self, kind: Kind) -> impl Iterator<Item = &Element> {
        self.elements.iter().filter(move |element| element.kind == kind)
    }

    pub(crate) fn joined(&self, kinds: &[Kind]) -> Sets {
        let mut sets = Sets((0..=self.nodes).collect());
        for element in self.elements.iter().filter(|element| kinds.contains(&element.kind)) {
            sets.join(element.from, element.to);
        }
        sets
    }

    /// No loop of voltage sources only, no cutset of current sources only.
    pub(crate) fn sound(&self) -> bool {
        let mut sources = Sets((0..=self.nodes).collect());
        self.of(Kind::Source).all(|element| sources.join(element.from, element.to))
            && self.joined(&[Kind::Capacitor, Kind::Resistor, Kind::Source, Kind::Inductor]).count() == 1
    }

    /// Loops of capacitors and voltage sources, and cutsets of inductors and current sources.
    pub(crate) fn critical(&self) -> (usize, usize) {
        let mut sets = self.joined(&[Kind::Capacitor]);
        let loops = self.of(Kind::Source).filter(|element| !sets.join(element.from, element.to)).count();
        let cutsets = self.joined(&[Kind::Capacitor, Kind::Resistor, Kind::Source]).count() - 1;
        (loops, cutsets)
    }

    /// Conventional equations: potentials, inductor currents, source currents; or with charges and fluxes behind them.
    pub(crate) fn equations(&self, charges: bool) -> Functions<'static> {
        let n = self.nodes;
        let (l, v, c) = (
            self.of(Kind::Inductor).count(),
            self.of(Kind::Source).count(),
            self.of(Kind::Capacitor).count(),
        );
        let size = if charges { n + 2 * l + v + c } else { n + l + v };
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let (mut q, mut dq) = (vec![0.0; size], vec![0.0; size]);
        let ends = |element: &Element| {
            [(element.from, 1.0), (element.to, -1.0)]
                .into_iter()
                .filter(|end| end.0 > 0)
                .map(|(node, sign)| (node - 1, sign))
                .collect::<Vec<_>>()
        };
        for element in self.of(Kind::Resistor) {
            for &(node, sign) in &ends(element) {
                b.extend(
                    ends(element).iter().map(|&(other, factor)| (node, other, sign * factor * element.value)),
                );
            }
        }
        for (number, element) in self.of(Kind::Capacitor).enumerate() {
            let (row, column) = (n + l + v + number, n + l + v + number);
            for &(node, sign) in &ends(element) {
                if charges {
                    a.push((node, column, sign));
                    b.push((row, node, -sign * element.value));
                } else {
                    a.extend(
                        ends(element)
                            .iter()
                            .map(|&(other, factor)| (node, other, sign * factor * element.value)),
                    );
                }
            }
            if charges {
                b.push((row, column, 1.0));
            }
        }
        for (number, element) in self.of(Kind::Inductor).enumerate() {
            for &(node, sign) in &ends(element) {
                b.push((node, n + number, sign));
                b.push((n + number, node, -sign));
            }
            if charges {
                let flux = n + l + v + c + number;
                a.push((n + number, flux, 1.0));
                b.extend([(flux, flux, 1.0), (flux, n + number, -element.value)]);
            } else {
                a.push((n + number, n + number, element.value));
            }
        }
        for (number, element) in self.of(Kind::Source).enumerate() {
            for &(node, sign) in &ends(element) {
                b.push((node, n + l + number, sign));
                b.push((n + l + number, node, sign));
            }
            (q[n + l + number], dq[n + l + number]) = (element.value, element.slope);
        }
        for element in self.of(Kind::Current) {
            for &(node, sign) in &ends(element) {
                q[node] -= sign * element.value;
                dq[node] -= sign * element.slope;
            }
        }
        let steady = dq.clone();
        Functions::linear(
            Matrix::from_triplets(size, size, a),
            Matrix::from_triplets(size, size, b),
            move |t| q.iter().zip(&dq).map(|(q, dq)| q + t * dq).collect(),
            move |_| steady.clone(),
        )
    }
}

#[test]
fn d002_rand_circuits_have_the_index_of_their_graph() {
    let (mut seen, mut wrong) = ([0; 3], Vec::new());
    for seed in 0..4000 {
        let mut dice = Dice::new(seed);
        let circuit = Circuit::random(&mut dice, -13.0);
        if !circuit.sound() {
            continue;
        }
        let (loops, cutsets) = circuit.critical();
        for charges in [false, true] {
            let problem = circuit.equations(charges);
            let at = Point { t: 0.0, x: vec![0.0; problem.unknowns()], y: vec![0.0; problem.unknowns()] };
            let (a, b) = problem.jacobians(&at).expect("both matrices");
            let chain = Chain::new(a, b, &Precision::default());
            let spanned =
                circuit.joined(&[Kind::Capacitor]).count() == 1 && circuit.of(Kind::Source).next().is_none();
            let index = if loops + cutsets > 0 { 2 } else { usize::from(charges || !spanned) };
            seen[index] += 1;
            if chain.found != Found::Index(index) || chain.y.height() != loops + cutsets {
                wrong.push((seed, charges, index, chain.found, (loops, cutsets)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(seen.iter().sum::<usize>() > 2000 && seen[0] > 20 && seen[2] > 500, "{seen:?}");
}

#[test]
fn d002_rand_both_forms_have_the_same_consistent_values() {
    let mut compared = 0;
    for seed in 0..1500 {
        let mut dice = Dice::new(seed);
        let circuit = Circuit::random(&mut dice, -13.0);
        if !circuit.sound() || circuit.critical() == (0, 0) {
            continue;
        }
        let plain = circuit.equations(false);
        let size = plain.unknowns();
        let guess =
            Point { t: 0.0, x: (0..size).map(|_| dice.between(-2.0, 2.0)).collect(), y: vec![0.0; size] };
        let found = start(&plain, &guess, &Precision::default())
            .unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
        let (a, b) = plain.jacobians(&found.point).expect("both matrices");
        let chain = Chain::new(a, b, &Precision::default());
        let check = Constraints::new(&plain, &chain, &found.point).expect("values");
        let terms = check.about.abs().apply(&found.point.y.iter().map(|y| y.abs()).collect::<Vec<_>>());
        // A rounding error of a current over a capacitance is an error of a slope.
        let sizes = chain.b.abs().apply(&found.point.x.iter().map(|x| x.abs()).collect::<Vec<_>>());
        let steepest = chain.a.rows.iter().zip(sizes).filter(|(row, _)| !row.is_empty()).fold(
            0f64,
            |most, (row, size)| {
                let largest = row.iter().fold(0f64, |most, entry| most.max(entry.1.abs()));
                most.max(size / largest)
            },
        );
        for (defect, size) in check.hidden_defects.iter().zip(terms) {
            let bound = 1e-6 * (size + 1.0) + 1e-8 * steepest;
            assert!(defect.abs() <= bound, "seed {seed}: {defect} of {size}, {steepest}");
        }
        // The same in charges and fluxes, with the index-2 components disturbed.
        let charged = circuit.equations(true);
        let mut x = found.point.x.clone();
        let potential = |node: usize| if node == 0 { 0.0 } else { found.point.x[node - 1] };
        x.extend(circuit.of(Kind::Capacitor).map(|c| c.value * (potential(c.from) - potential(c.to))));
        let inductors = circuit.of(Kind::Inductor).enumerate();
        x.extend(inductors.map(|(number, l)| l.value * found.point.x[circuit.nodes + number]));
        for (column, row) in chain.t.rows.iter().enumerate() {
            if !row.is_empty() {
                x[column] += dice.between(-1.0, 1.0);
            }
        }
        let y = vec![0.0; x.len()];
        let again = start(&charged, &Point { t: 0.0, x, y }, &Precision::default())
            .unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
        let scale = found.point.x.iter().fold(1f64, |most, x| most.max(x.abs()));
        for (column, (one, other)) in found.point.x.iter().zip(&again.point.x).enumerate() {
            assert!((one - other).abs() <= 1e-6 * scale, "seed {seed}, unknown {column}: {one} and {other}");
        }
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn large_circuits_have_the_index_of_their_graph() {
    // Parts of more than DENSE rows are judged by pivots.
    let mut seen = 0;
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let nodes = 150 + dice.below(100);
        let mut circuit = Circuit::of_size(&mut dice, nodes, 2 * nodes, -6.3);
        // Pivots tell less than singular values: with elements of all sizes they are not always enough.
        for element in circuit.elements.iter_mut().filter(|element| element.kind == Kind::Resistor) {
            element.value = 0.5 + dice.between(0.0, 1.0);
        }
        // A spanning tree of resistors, and no two voltage sources in a loop.
        circuit.elements.extend((1..=nodes).map(|from| {
            let to = if seed % 2 == 0 { from - 1 } else { dice.below(from) };
            let kind = if seed % 3 == 0 && from % 3 != 0 { Kind::Capacitor } else { Kind::Resistor };
            let value = if kind == Kind::Resistor { 1.0 } else { 1e-6 };
            Element { kind, from, to, value, slope: 0.0 }
        }));
        let mut sources = Sets((0..=nodes).collect());
        circuit
            .elements
            .retain(|element| element.kind != Kind::Source || sources.join(element.from, element.to));
        assert!(circuit.sound());
        let (loops, cutsets) = circuit.critical();
        for charges in [false, true] {
            let problem = circuit.equations(charges);
            let at = Point { t: 0.0, x: vec![0.0; problem.unknowns()], y: vec![0.0; problem.unknowns()] };
            let (a, b) = problem.jacobians(&at).expect("both matrices");
            let chain = Chain::new(a, b, &Precision::default());
            let index = if loops + cutsets > 0 { 2 } else { 1 };
            assert_eq!(
                (chain.found, chain.y.height()),
                (Found::Index(index), loops + cutsets),
                "seed {seed}, charges {charges}"
            );
            seen += 1;
        }
    }
    assert_eq!(seen, 24);
}
