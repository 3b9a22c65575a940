//! Random circuits of resistors, capacitors, inductors and sources: what their graph tells, and their equations in both
//! forms of nodal analysis.

use consistent::{FunctionProblem, SparseMatrix};

use super::dice::Dice;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Capacitor,
    Resistor,
    Source,
    Inductor,
    Current,
}

impl Kind {
    /// A value as in real circuits: picofarads to microfarads, ohms to megohms, nanohenries to millihenries; or over more
    /// powers of ten, at the small end.
    fn value(self, dice: &mut Dice, decades: f64) -> f64 {
        match self {
            Kind::Capacitor => dice.power(-6.0 - decades, -6.0),
            Kind::Inductor => dice.power(-3.0 - decades, -3.0),
            // Conductances.
            Kind::Resistor => dice.power(-decades, 0.0),
            Kind::Source | Kind::Current => dice.between(-2.0, 2.0),
        }
    }
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

impl Element {
    fn random(dice: &mut Dice, nodes: usize, decades: f64) -> Element {
        let kinds = [Kind::Capacitor, Kind::Resistor, Kind::Source, Kind::Inductor, Kind::Current];
        let kind = kinds[[0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4][dice.below(11)]];
        let from = dice.below(nodes + 1);
        let to = (from + 1 + dice.below(nodes)) % (nodes + 1);
        Element { kind, from, to, value: kind.value(dice, decades), slope: dice.between(-1.0, 1.0) }
    }
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
    /// At most seven nodes, some of them not joined to the others.
    pub(crate) fn small(dice: &mut Dice, decades: f64) -> Circuit {
        let nodes = 1 + dice.below(7);
        let count = nodes + dice.below(8);
        Circuit { nodes, elements: (0..count).map(|_| Element::random(dice, nodes, decades)).collect() }
    }

    /// So many nodes on a tree of resistors, or mostly of capacitors, and twice as many elements anywhere. Voltage
    /// sources that would close a loop are left out.
    pub(crate) fn large(dice: &mut Dice, nodes: usize, decades: f64) -> Circuit {
        let mut elements: Vec<Element> =
            (0..2 * nodes).map(|_| Element::random(dice, nodes, decades)).collect();
        let (chain, charged) = (dice.below(2) == 0, dice.below(3) == 0);
        for from in 1..=nodes {
            let to = if chain { from - 1 } else { dice.below(from) };
            let kind = if charged && from % 3 != 0 { Kind::Capacitor } else { Kind::Resistor };
            elements.push(Element { kind, from, to, value: kind.value(dice, decades), slope: 0.0 });
        }
        let mut sources = Sets((0..=nodes).collect());
        elements.retain(|element| element.kind != Kind::Source || sources.join(element.from, element.to));
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

    /// The index of the equations by the graph, and how many constraints are hidden in them.
    pub(crate) fn index(&self, charges: bool) -> (usize, usize) {
        let (loops, cutsets) = self.critical();
        let spanned = self.joined(&[Kind::Capacitor]).count() == 1 && self.of(Kind::Source).next().is_none();
        let index = if loops + cutsets > 0 { 2 } else { usize::from(charges || !spanned) };
        (index, loops + cutsets)
    }

    /// Conventional equations: potentials, inductor currents, source currents; or with charges and fluxes behind them.
    pub(crate) fn equations(&self, charges: bool) -> FunctionProblem<'static> {
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
        FunctionProblem::linear(
            SparseMatrix::from_triplets(size, size, a),
            SparseMatrix::from_triplets(size, size, b),
            move |t| q.iter().zip(&dq).map(|(q, dq)| q + t * dq).collect(),
            move |_| steady.clone(),
        )
    }
}
