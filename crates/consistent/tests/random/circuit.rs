//! Random circuits with values over six and nine powers of ten: the index from the graph against the index from the matrices.

use consistent::{ChainVerdict, Constraints, DaePoint, DaeProblem, MatrixChain, RankPrecision, start};

use super::dice::Dice;
use super::network::{Circuit, Kind};

/// Compares both forms of one circuit; what is wrong, and how many of each index there were.
fn compare(circuit: &Circuit, seed: u64, wrong: &mut Vec<String>, seen: &mut [usize; 3]) {
    for charges in [false, true] {
        let problem = circuit.equations(charges);
        let at = DaePoint { t: 0.0, x: vec![0.0; problem.unknowns()], y: vec![0.0; problem.unknowns()] };
        let (a, b) = problem.jacobians(&at).expect("both matrices");
        let chain = MatrixChain::new(a, b, &RankPrecision::default());
        let (index, hidden) = circuit.index(charges);
        seen[index] += 1;
        if (chain.found, chain.y.height()) != (ChainVerdict::Index(index), hidden) {
            let found = (chain.found, chain.y.height());
            wrong.push(format!("seed {seed}, charges {charges}: {found:?}, not {index} with {hidden}"));
        }
    }
}

/// Judges small circuits; of six nodes at most, with loops and cutsets of all kinds.
fn small(decades: f64) {
    let (mut seen, mut wrong) = ([0; 3], Vec::new());
    for seed in 0..4000 {
        let circuit = Circuit::small(&mut Dice::new(seed), decades);
        if circuit.sound() {
            compare(&circuit, seed, &mut wrong, &mut seen);
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(seen.iter().sum::<usize>() > 2000 && seen[0] > 20 && seen[2] > 500, "{seen:?}");
}

/// Judges large ones; all have to be right but so many that are left undecided.
fn large(decades: f64, undecided: usize) {
    let (mut seen, mut wrong) = ([0; 3], Vec::new());
    for (count, from, to) in [(400, 8, 60), (80, 60, 150), (40, 150, 300)] {
        for seed in 0..count {
            let mut dice = Dice::new(seed);
            let nodes = from + dice.below(to - from + 1);
            let circuit = Circuit::large(&mut dice, nodes, decades);
            assert!(circuit.sound());
            compare(&circuit, seed, &mut wrong, &mut seen);
        }
    }
    let open = wrong.len();
    wrong.retain(|what| !what.contains("Undecided"));
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(open <= undecided, "{open} undecided");
    assert!(seen.iter().sum::<usize>() == 1040 && seen[2] > 900, "{seen:?}");
}

#[test]
fn d002_rand_small_circuits_have_the_index_of_their_graph() {
    small(6.0);
}

#[test]
fn d002_rand_small_circuits_over_nine_decades_have_the_index_of_their_graph() {
    small(9.0);
}

#[test]
fn d002_rand_large_circuits_have_the_index_of_their_graph() {
    large(6.0, 0);
}

#[test]
fn d002_rand_large_circuits_over_nine_decades_have_the_index_of_their_graph() {
    large(9.0, 0);
}

#[test]
fn d002_rand_both_forms_have_the_same_consistent_values() {
    let mut compared = 0;
    for seed in 0..1500 {
        let mut dice = Dice::new(seed);
        let circuit = Circuit::small(&mut dice, 6.0);
        if !circuit.sound() || circuit.critical() == (0, 0) {
            continue;
        }
        let plain = circuit.equations(false);
        let size = plain.unknowns();
        let guess =
            DaePoint { t: 0.0, x: (0..size).map(|_| dice.between(-2.0, 2.0)).collect(), y: vec![0.0; size] };
        let found = start(&plain, &guess, &RankPrecision::default())
            .unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
        let (a, b) = plain.jacobians(&found.point).expect("both matrices");
        let chain = MatrixChain::new(a, b, &RankPrecision::default());
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
        let again = start(&charged, &DaePoint { t: 0.0, x, y }, &RankPrecision::default())
            .unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
        let scale = found.point.x.iter().fold(1f64, |most, x| most.max(x.abs()));
        for (column, (one, other)) in found.point.x.iter().zip(&again.point.x).enumerate() {
            assert!((one - other).abs() <= 1e-6 * scale, "seed {seed}, unknown {column}: {one} and {other}");
        }
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
}
