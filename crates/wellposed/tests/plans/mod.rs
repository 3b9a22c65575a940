//! Plans: carried out with numbers (`values.rs`), with functions in them (`functions.rs`), and as they are.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod carried;
mod functions;
#[allow(unreachable_pub)]
#[path = "../../../../tests/ladder.rs"]
mod ladder;
use super::model;
mod values;

use std::collections::HashMap;
use std::path::Path;
use wellposed::Cancellation;

use carried::Run;
use ladder::ladder;
use model::Text;
use wellposed::dae::{Plan, ScheduledBlock, SelectionQuality, StageConstraints};
use wellposed::equations::{Derivation, ExprId, FlatModel, Origin, OriginId, Value, VariableId};

fn flat(text: &str) -> FlatModel {
    Text::new(text).flatten().model.unwrap()
}

fn corpus(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/reduce").join(name);
    read(&path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path.with_extension("mo")).unwrap()
}

/// The largest entry of B⁻¹N, as it counts: elimination row by row, each with its largest pivot.
fn growth(constraints: &StageConstraints, factors: &[f64]) -> f64 {
    let (count, weights) = (constraints.dummies, &constraints.weights);
    assert_eq!(constraints.rows, count);
    let mut table = vec![vec![0.0f64; weights.len()]; count];
    for &(row, column, factor) in &constraints.entries {
        table[row as usize][column as usize] += factors[factor as usize] * weights[column as usize];
    }
    for column in 0..count {
        let size = |row: &usize| table[*row][column].abs();
        let best = (column..count).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap();
        table.swap(column, best);
        let pivot = table[column].iter().map(|entry| entry / table[column][column]).collect::<Vec<f64>>();
        for row in (0..count).filter(|&row| row != column) {
            let factor = table[row][column];
            table[row].iter_mut().zip(&pivot).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
        table[column] = pivot;
    }
    table.iter().flat_map(|row| &row[count..]).fold(0.0, |most, entry| most.max(entry.abs()))
}

/// A pendulum that hangs straight down has another choice of states than one that lies on its side.
#[test]
fn a_choice_can_be_changed() {
    let plan = Plan::new(flat(&corpus("pendulum")), &Cancellation::default())
        .map_err(|failed| failed.print())
        .unwrap();
    let mut run = Run { plan, values: HashMap::new() };
    assert_eq!(run.plan.reduced.groups.iter().filter(|group| group.dynamic).count(), 2);
    assert_eq!(run.plan.reduced.parts.len(), 1);
    let id = |run: &Run, name: &str| {
        let all = (0..run.plan.reduced.dae.roles.len() as u32).map(VariableId);
        let mut named = all.filter(|&id| run.plan.reduced.dae.model.variable_name(id) == name);
        named.next().unwrap()
    };
    // What is changed, by what the pendulum's place is. Between the axes any choice will do and none is changed.
    let places =
        [(1.0, 0.0, ["y", "vy"]), (0.7, 0.7, ["y", "vy"]), (0.0, -1.0, ["x", "vx"]), (0.6, 0.8, ["x", "vx"])];
    for (x, y, states) in places {
        for (name, value) in [("x", x), ("y", y)] {
            let id = id(&run, name);
            run.values.insert(id, Value::Real(value));
        }
        let factors: Vec<ExprId> = run.plan.reduced.parts[0].factors().collect();
        let factors: Vec<f64> = factors.into_iter().map(|factor| run.real(factor)).collect();
        let reduced = &mut run.plan.reduced;
        // What another choice is made for can be seen from the constraints by themselves.
        let growth = |constraints: &StageConstraints| growth(constraints, &factors);
        let most = reduced.parts[0].constraints().iter().map(growth).fold(0.0, f64::max);
        if most <= StageConstraints::GOOD {
            assert_eq!(reduced.parts[0].rate_selection(&factors), SelectionQuality::Good);
        }
        assert_eq!(reduced.parts[0].better_selection(&factors).is_some(), most > 4.0, "{most}");
        if let Some(better) = reduced.parts[0].better_selection(&factors) {
            reduced.select_states(0, better);
        }
        let names: Vec<String> =
            reduced.states.iter().map(|&id| reduced.dae.model.variable_name(id)).collect();
        assert_eq!(names, states, "{x} {y}");
        assert_eq!(reduced.schedule().unwrap().states.len(), 2);
        assert_eq!(reduced.parts[0].better_selection(&factors), None, "it is good now");
    }
}

/// More than ten thousand equations of components and connections become as many formulas as there are unknowns, with no
/// equations to be solved together, and each costs as many expressions as in a model of a tenth of the size.
#[test]
fn e004_part1_4_large_models_come_to_state_form_with_work_in_proportion() {
    let plan = |size: usize| {
        let flat = flat(&ladder(size, "equation v = sin(time)"));
        let equations = flat.count(&flat.equations);
        let plan = Plan::new(flat, &Cancellation::default()).map_err(|failed| failed.print()).unwrap();
        let formulas =
            plan.schedule.blocks.iter().filter(|block| matches!(block, ScheduledBlock::Assign(_))).count();
        assert_eq!(plan.schedule.states.len(), size);
        assert_eq!(formulas, plan.schedule.blocks.len(), "all are formulas");
        let expressions = plan.reduced.dae.model.exprs.len();
        (equations, expressions as f64 / equations as f64)
    };
    let (small, large) = (plan(90), plan(900));
    assert!(large.0 > 10_000, "{} equations", large.0);
    assert!(large.1 < 1.1 * small.1, "{small:?} and {large:?}: equations, expressions for each");
}

/// Each derivative of an equation says what it was made from, down to the line that was written.
#[test]
fn differentiated_equations_say_so() {
    // By line of the text: phi1 = i*phi2 twice, the definitions of w1 and w2 once; x^2 + y^2 = L^2 twice, vx and vy once.
    let cases: [(&str, &[(&str, usize)]); 2] = [
        ("E004_part5_3", &[("der(phi1) = w1", 1), ("der(phi2) = w2", 1), ("phi1 = i*phi2", 2)]),
        ("pendulum", &[("der(x) = vx", 1), ("der(y) = vy", 1), ("x^2 + y^2 = L^2", 2)]),
    ];
    for (name, expected) in cases {
        let text = corpus(name);
        let plan = Plan::new(flat(&text), &Cancellation::default()).map_err(|failed| failed.print()).unwrap();
        let origins = &plan.reduced.dae.model.origins;
        let written = |mut origin: OriginId| {
            let mut times = 0;
            loop {
                match &origins[origin.at()] {
                    Origin::Derived { from, step: Derivation::Differentiated } => {
                        (origin, times) = (*from, times + 1);
                    }
                    Origin::Written { place, .. } => return (text[place.span.range()].to_string(), times),
                    other => panic!("{other:?}"),
                }
            }
        };
        let mut most: Vec<(String, usize)> = Vec::new();
        for row in &plan.reduced.dae.rows {
            let (line, times) = written(row.origin);
            match most.iter_mut().find(|known| known.0 == line) {
                Some(known) => known.1 = known.1.max(times),
                None => most.push((line, times)),
            }
        }
        most.retain(|line| line.1 > 0);
        most.sort();
        let most: Vec<(&str, usize)> = most.iter().map(|line| (line.0.as_str(), line.1)).collect();
        assert_eq!(most, expected, "{name}");
    }
}

/// E004-part4-7: about 3600 equations, a linear loop of about 1200 in them, and 30 unknowns to guess, one to a joint.
#[test]
fn e004_part4_7_a_chain_of_thirty_bodies_is_torn_at_its_joints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/simulate/E004-part4-7");
    let flat = flat(&read(&path));
    let near = |ours: usize, source: usize| 100 * ours.abs_diff(source) <= 20 * source;
    assert!(near(flat.scalar_equations(), 3600), "{}", flat.scalar_equations());
    let plan = Plan::new(flat, &Cancellation::default()).map_err(|failed| failed.print()).unwrap();
    assert_eq!(plan.schedule.states.len(), 60);
    let mut torn = plan.schedule.blocks.iter().filter_map(|block| match block {
        ScheduledBlock::Torn(torn) => Some(torn),
        ScheduledBlock::Assign(_) => None,
    });
    let (only, others) = (torn.next().unwrap(), torn.count());
    let size = only.tearing.len() + only.inner.len();
    assert!(only.linear.is_some() && others == 0, "{others} others");
    assert!(near(size, 1200), "{size}");
    assert_eq!(only.tearing.len(), 30);
}
