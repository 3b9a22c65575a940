//! Plans carried out with numbers: whatever the values of states, every row holds after the schedule has run, among them
//! the rows that were differentiated and those that were taken out as aliases.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

#[allow(unreachable_pub)]
#[path = "../../../tests/ladder.rs"]
mod ladder;
mod model;

use std::collections::HashMap;
use std::path::Path;

use ladder::ladder;
use model::Text;
use wellposed::equations::{
    Context, Derivation, Expr, ExprId, Exprs, FlatModel, Origin, OriginId, Value, VariableId, eval,
};
use wellposed::reduce::{Alias, Assign, Block, Constraints, Judged, Linear, Plan, Torn};

/// A plan with the values of its variables.
struct Run {
    plan: Plan,
    values: HashMap<VariableId, Value>,
}

fn flat(text: &str) -> FlatModel {
    Text::new(text).flatten().model.unwrap()
}

impl Run {
    /// Begins with the parameters and the states given, at time 0.3.
    fn new(text: &str, state: &dyn Fn(usize, &str) -> f64) -> Run {
        let plan = Plan::new(flat(text)).map_err(|failed| failed.print()).unwrap();
        let mut run = Run { plan, values: HashMap::new() };
        for (variable, value) in run.plan.reduced.dae.parameters.clone() {
            let value = run.eval(value);
            run.values.insert(variable, value);
        }
        for (at, (variable, _)) in run.plan.schedule.states.clone().into_iter().enumerate() {
            let name = run.plan.reduced.dae.model.variable_name(variable);
            run.values.insert(variable, Value::Real(state(at, &name)));
        }
        for block in run.plan.schedule.blocks.clone() {
            run.block(&block);
        }
        run.aliases();
        run
    }

    fn eval(&mut self, id: ExprId) -> Value {
        let exprs = &mut self.plan.reduced.dae.model.exprs;
        let mut now = |exprs: &mut Exprs, id: ExprId| match exprs.get(id) {
            Expr::Time => Some(exprs.real(0.3)),
            _ => None,
        };
        let id = exprs.exchange(id, &mut Default::default(), &mut now);
        let model = &self.plan.reduced.dae.model;
        let values = |variable: VariableId| self.values.get(&variable).cloned();
        let context = Context::of(model, &values);
        eval(&context, id).unwrap_or_else(|failure| panic!("{failure:?} in {}", model.expr_text(id)))
    }

    fn real(&mut self, id: ExprId) -> f64 {
        let value = self.eval(id);
        value.as_real().unwrap()
    }

    fn assign(&mut self, assign: &Assign) {
        let value = self.eval(assign.value);
        self.values.insert(assign.variable, value);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Assign(assign) => self.assign(assign),
            Block::Torn(torn) => match &torn.linear {
                Some(linear) => {
                    self.solve(linear);
                    // The torn form must agree with the whole.
                    for residual in self.residuals(torn) {
                        assert!(residual.abs() < 1e-8, "{residual}");
                    }
                }
                None => self.newton(torn),
            },
        }
    }

    fn solve(&mut self, linear: &Linear) {
        let size = linear.unknowns.len();
        let mut matrix = vec![vec![0.0; size + 1]; size];
        for &(row, column, factor) in &linear.coefficients {
            matrix[row as usize][column as usize] = self.real(factor);
        }
        for (row, &rest) in linear.rest.iter().enumerate() {
            matrix[row][size] = -self.real(rest);
        }
        for (variable, value) in linear.unknowns.iter().zip(eliminate(matrix)) {
            self.values.insert(*variable, Value::Real(value));
        }
    }

    fn residuals(&mut self, torn: &Torn) -> Vec<f64> {
        for step in &torn.inner {
            self.assign(step);
        }
        torn.residuals.iter().map(|residual| self.real(residual.0)).collect()
    }

    fn newton(&mut self, torn: &Torn) {
        let mut at = vec![-0.7; torn.tearing.len()];
        for _ in 0..60 {
            let mut evaluate = |at: &[f64]| {
                for (variable, &value) in torn.tearing.iter().zip(at) {
                    self.values.insert(*variable, Value::Real(value));
                }
                self.residuals(torn)
            };
            let base = evaluate(&at);
            let mut matrix: Vec<Vec<f64>> = base.iter().map(|_| vec![0.0; at.len() + 1]).collect();
            for column in 0..at.len() {
                let mut moved = at.clone();
                moved[column] += 1e-7;
                for (row, value) in evaluate(&moved).into_iter().enumerate() {
                    matrix[row][column] = (value - base[row]) / 1e-7;
                }
            }
            for (row, value) in base.iter().enumerate() {
                matrix[row][at.len()] = -value;
            }
            let size = |residuals: &[f64]| residuals.iter().fold(0.0, |most: f64, one| most.max(one.abs()));
            if size(&base) < 1e-13 {
                evaluate(&at);
                return;
            }
            let steps = eliminate(matrix);
            let mut length = 1.0;
            loop {
                let next: Vec<f64> =
                    at.iter().zip(&steps).map(|(value, step)| value + length * step).collect();
                if size(&evaluate(&next)) < size(&base) || length < 1e-3 {
                    at = next;
                    break;
                }
                length /= 2.0;
            }
        }
        panic!("Newton's method does not converge");
    }

    /// Gives aliases their values.
    fn aliases(&mut self) {
        for (at, alias) in self.plan.reduced.dae.aliases.clone().into_iter().enumerate() {
            let value = match alias {
                None => continue,
                Some(Alias::Literal(number)) => self.eval(number),
                Some(Alias::Variable { of, negated }) => match (self.values[&of].clone(), negated) {
                    (Value::Real(value), true) => Value::Real(-value),
                    (value, _) => value,
                },
            };
            self.values.insert(VariableId(at as u32), value);
        }
    }

    /// The greatest amount by which a row of the system, or an equation as it was written, is wrong.
    fn worst(&mut self) -> f64 {
        let rows = self.plan.reduced.dae.rows.clone();
        let mut sides: Vec<(ExprId, ExprId)> = rows.iter().map(|row| (row.left, row.right)).collect();
        for equation in &self.plan.reduced.dae.model.equations {
            if let wellposed::equations::EquationKind::Equality(left, right) = equation.kind {
                sides.push((left, right));
            }
        }
        let mut worst: f64 = 0.0;
        for (left, right) in sides {
            let (left, right) = (self.undifferentiated(left), self.undifferentiated(right));
            let (left, right) = (self.real(left), self.real(right));
            worst = worst.max((left - right).abs() / left.abs().max(1.0));
        }
        worst
    }

    /// An equation as it was written with its `der` as the variables they have become.
    fn undifferentiated(&mut self, id: ExprId) -> ExprId {
        let dae = &mut self.plan.reduced.dae;
        let derivative = dae.derivative.clone();
        dae.model.exprs.exchange(id, &mut Default::default(), &mut |exprs, id| match exprs.get(id) {
            Expr::Builtin(wellposed::equations::Builtin::Der, list) => {
                match exprs.get(exprs.items(list)[0]) {
                    Expr::Variable(variable) => {
                        derivative[variable.at()].map(|made| exprs.add(Expr::Variable(made)))
                    }
                    _ => None,
                }
            }
            _ => None,
        })
    }

    fn value(&self, name: &str) -> f64 {
        let dae = &self.plan.reduced.dae;
        let found =
            (0..dae.roles.len() as u32).map(VariableId).find(|&id| dae.model.variable_name(id) == name);
        self.values[&found.unwrap()].as_real().unwrap()
    }
}

/// Solves by elimination with pivots; the right side stands in the last column.
fn eliminate(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    for at in 0..size {
        let best = (at..size).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs())).unwrap();
        matrix.swap(at, best);
        let pivot = matrix[at].clone();
        for (row, values) in matrix.iter_mut().enumerate() {
            if row != at {
                let factor = values[at] / pivot[at];
                values.iter_mut().zip(&pivot).for_each(|(value, by)| *value -= factor * by);
            }
        }
    }
    (0..size).map(|at| matrix[at][size] / matrix[at][at]).collect()
}

fn corpus(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/reduce").join(name);
    read(&path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path.with_extension("mo")).unwrap()
}

#[test]
fn every_row_holds() {
    for name in [
        "E003_7_6",
        "E004_part4_5",
        "E004_part4_6",
        "E004_part5_1_capacitors",
        "E004_part5_1_capacitors_apart",
        "E004_part5_1_damper",
        "E004_part5_1_pendulum",
        "E004_part5_2",
        "E004_part5_2_regular",
        "E004_part5_3",
        "E004_part5_6",
        "E004_part6_3_repaired",
        "E004_part6_4",
        "initial_derivative",
        "inlined",
        "pendulum",
        "prefer",
        "selected",
        "zero_parameter",
    ] {
        let text = corpus(name);
        for seed in 0..5 {
            let mut run = Run::new(&text, &|at, _| 0.1 + 0.13 * ((at * 7 + seed * 3) % 5) as f64);
            let worst = run.worst();
            assert!(worst < 1e-8, "{name}: {worst}");
        }
    }
}

/// E004-part5-4: the state form of the drive train.
#[test]
fn the_drive_train_has_its_state_form() {
    let run = Run::new(&corpus("E004_part5_3"), &|_, name| match name {
        "phi2" => 0.2,
        "w2" => 0.5,
        "phi3" => -0.1,
        "w3" => 0.3,
        other => panic!("{other} is no state"),
    });
    let tau3 = -100.0 * (-0.1 - 0.2);
    let expected = [
        ("phi1", 0.4),
        ("w1", 1.0),
        ("tau3", tau3),
        ("der(w2)", -tau3 / (4.0 * 0.5 + 1.0)),
        ("der(w3)", tau3 / 3.0),
        ("tau1", 2.0 * 0.5 * tau3 / 3.0),
    ];
    for (name, value) in expected {
        assert!((run.value(name) - value).abs() < 1e-9, "{name}: {} {value}", run.value(name));
    }
}

/// E004-part6-4: x3' = -2 x3 u' / (1 + 2 u), also where u is zero.
#[test]
fn the_choice_of_dummies_survives_zero() {
    let run = Run::new(&corpus("E004_part6_4"), &|_, name| if name == "x3" { 1.5 } else { panic!("{name}") });
    let (u, du) = (0.4 * 0.3f64.sin(), 0.4 * 0.3f64.cos());
    assert!((run.value("der(x3)") + 2.0 * 1.5 * du / (1.0 + 2.0 * u)).abs() < 1e-12);
}

/// The largest entry of B⁻¹N, as it counts: elimination row by row, each with its largest pivot.
fn growth(constraints: &Constraints, factors: &[f64]) -> f64 {
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
    let plan = Plan::new(flat(&corpus("pendulum"))).map_err(|failed| failed.print()).unwrap();
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
        let growth = |constraints: &Constraints| growth(constraints, &factors);
        let most = reduced.parts[0].constraints().iter().map(growth).fold(0.0, f64::max);
        if most <= Constraints::GOOD {
            assert_eq!(reduced.parts[0].judge(&factors), Judged::Good);
        }
        assert_eq!(reduced.parts[0].better(&factors).is_some(), most > 4.0, "{most}");
        if let Some(better) = reduced.parts[0].better(&factors) {
            reduced.choose(0, better);
        }
        let names: Vec<String> =
            reduced.states.iter().map(|&id| reduced.dae.model.variable_name(id)).collect();
        assert_eq!(names, states, "{x} {y}");
        assert_eq!(reduced.schedule().unwrap().states.len(), 2);
        assert_eq!(reduced.parts[0].better(&factors), None, "it is good now");
    }
}

#[test]
fn functions_are_written_out_and_differentiated() {
    let text = "
function f
  input Real v[2];
  input Real k;
  output Real y;
algorithm
  y := 0;
  for i in 1:2 loop
    y := y + k*sin(v[i]);
  end for;
end f;
model M
  parameter Real k = 3;
  Real x(start = 1), z;
equation
  der(x) + der(z) = -x;
  z = f({x, 2*x}, k);
end M;
";
    let mut run = Run::new(text, &|_, _| 0.4);
    assert!(run.worst() < 1e-9);
    let x = run.value("x");
    let slope = 3.0 * x.cos() + 6.0 * (2.0 * x).cos();
    assert!((run.value("der(z)") - slope * run.value("der(x)")).abs() < 1e-9);
}

/// A derivative that the annotation names is called, not made.
#[test]
fn annotations_of_functions_are_used() {
    let text = "
function f
  input Real u;
  output Real y;
  external \"C\" y = unknown_function(u);
  annotation(derivative = df);
end f;
function df
  input Real u;
  input Real du;
  output Real dy;
algorithm
  dy := 5*u*du;
end df;
model M
  Real x(start = 1), y, z;
equation
  der(x) = -x;
  z = f(x);
  der(z) + y = 1;
end M;
";
    let plan = Plan::new(flat(text)).map_err(|failed| failed.print()).unwrap();
    let printed = plan.print();
    assert!(printed.contains("der(z) := 5 * x * der(x)  // differentiated"), "{printed}");
}

#[test]
fn failures_name_what_is_wrong() {
    let failed = |text: &str| Plan::new(flat(text)).map(|plan| plan.print()).map_err(|failed| failed.print());
    let text = "
function f
  input Real u;
  output Real y;
  external \"C\" y = unknown_function(u);
end f;
model M
  Real x, y;
equation
  f(x) = sin(time);
  der(x) = y;
end M;
";
    assert_eq!(
        failed(text),
        Err("f(x) has no derivative, and is needed in\n  f(x) = sin(time)\n".to_string())
    );
    let circle = "model M\n  parameter Real a = b + 1;\n  parameter Real b = 2*a;\n  Real x = a;\nend M;\n";
    assert_eq!(failed(circle), Err("the values of a, b depend on each other\n".to_string()));
}

/// More than ten thousand equations of components and connections become as many formulas as there are unknowns, with no
/// equations to be solved together, and each costs as many expressions as in a model of a tenth of the size.
#[test]
fn e004_part1_4_large_models_come_to_state_form_with_work_in_proportion() {
    let plan = |size: usize| {
        let flat = flat(&ladder(size, "equation v = sin(time)"));
        let equations = flat.count(&flat.equations);
        let plan = Plan::new(flat).map_err(|failed| failed.print()).unwrap();
        let formulas = plan.schedule.blocks.iter().filter(|block| matches!(block, Block::Assign(_))).count();
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
        let plan = Plan::new(flat(&text)).map_err(|failed| failed.print()).unwrap();
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
    let plan = Plan::new(flat).map_err(|failed| failed.print()).unwrap();
    assert_eq!(plan.schedule.states.len(), 60);
    let mut torn = plan.schedule.blocks.iter().filter_map(|block| match block {
        Block::Torn(torn) => Some(torn),
        Block::Assign(_) => None,
    });
    let (only, others) = (torn.next().unwrap(), torn.count());
    let size = only.tearing.len() + only.inner.len();
    assert!(only.linear.is_some() && others == 0, "{others} others");
    assert!(near(size, 1200), "{size}");
    assert_eq!(only.tearing.len(), 30);
}
