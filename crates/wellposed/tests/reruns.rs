//! A model that runs again with other values is not planned and compiled again, and gives what a first run gives.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::model;

use std::cell::Cell;
use std::path::Path;
use wellposed::Cancellation;

use equations::{Type, Variability, VariableId};
use model::{Text, last};
use wellposed::equations::{self, FlatModel};
use wellposed::{
    Experiment, FailedSimulation, Overrides, PlannedModel, Progress, Simulator, Trajectory, simulate,
};

const CHARGE: &str = "model Charge
  parameter Real R = 2;
  parameter Real C = 0.5;
  parameter Real tau = R*C;
  Real v(start = 0, fixed = true);
  Real i;
equation
  R*i = 1 - v;
  C*der(v) = i;
end Charge;";

fn parameter(name: &str, value: f64) -> Overrides {
    Overrides { parameters: vec![(name.to_string(), value)], ..Overrides::default() }
}

fn start(name: &str, value: f64) -> Overrides {
    Overrides { starts: vec![(name.to_string(), value)], ..Overrides::default() }
}

/// A text, its model and how long it runs.
struct Case {
    text: Text,
    model: FlatModel,
    experiment: Experiment,
}

/// Nobody waits for a value with which a model never ends.
#[derive(Default)]
struct Hurry(Cell<u32>);

impl Progress for Hurry {
    fn on_step(&self, _: f64, steps: u64) -> bool {
        steps < 3_000
    }

    fn should_continue(&self) -> bool {
        self.0.set(self.0.get() + 1);
        self.0.get() < 30_000
    }
}

impl Case {
    fn new(text: &str) -> Option<Case> {
        let text = Text::new(text);
        let model = text.check().model?;
        let experiment = Experiment::of(&text.loaded, text.name());
        Some(Case { text, model, experiment })
    }

    fn simulator(&self) -> Simulator {
        self.text.simulator(self.model.clone())
    }

    fn again(
        &self,
        simulator: &mut Simulator,
        overrides: &Overrides,
    ) -> Result<Trajectory, FailedSimulation> {
        simulator.run(&self.experiment, overrides, &Hurry::default(), None)
    }

    fn anew(&self, overrides: &Overrides) -> Result<Trajectory, Vec<wellposed::syntax::Diagnostic>> {
        let Case { text, model, experiment } = self;
        let (files, loaded, hurry) = (&text.files, &text.loaded, Hurry::default());
        let done = simulate(files, loaded, model.clone(), experiment, overrides, &hurry, None);
        done.map_err(|failed| failed.found)
    }
}

fn same(one: &Trajectory, other: &Trajectory) {
    assert_eq!(one.times, other.times);
    assert_eq!(one.signals.len(), other.signals.len());
    for signal in 0..one.signals.len() {
        for point in 0..one.times.len() {
            let (found, expected) = (one.value(point, signal), other.value(point, signal));
            let name = &one.signals[signal].name;
            assert_eq!(found.to_bits(), expected.to_bits(), "{name} at {}", one.times[point]);
        }
    }
}

#[test]
fn other_values_of_parameters_need_no_other_code() {
    let case = Case::new(CHARGE).unwrap();
    let mut simulator = case.simulator();
    same(
        &case.again(&mut simulator, &parameter("R", 1.0)).unwrap(),
        &case.anew(&parameter("R", 1.0)).unwrap(),
    );
    let made = simulator.compilations();
    assert!(made > 0);
    for value in [0.1, 3.0, 1e3, 1.0] {
        let again = case.again(&mut simulator, &parameter("R", value)).unwrap();
        same(&again, &case.anew(&parameter("R", value)).unwrap());
        // What depends on it is computed again.
        assert_eq!(last(&again, "tau"), 0.5 * value);
    }
    assert_eq!((simulator.plans(), simulator.compilations()), (1, made));
    // One that had its own value so far, beside the first.
    let both = Overrides { parameters: vec![("R".into(), 3.0), ("C".into(), 4.0)], ..Overrides::default() };
    same(&case.again(&mut simulator, &both).unwrap(), &case.anew(&both).unwrap());
    assert_eq!((simulator.plans(), simulator.compilations()), (1, made));
}

#[test]
fn other_start_values_need_no_other_code() {
    let case = Case::new(CHARGE).unwrap();
    let mut simulator = case.simulator();
    same(&case.again(&mut simulator, &start("v", 0.5)).unwrap(), &case.anew(&start("v", 0.5)).unwrap());
    let made = simulator.compilations();
    for value in [-1.0, 0.0, 7.0] {
        let again = case.again(&mut simulator, &start("v", value)).unwrap();
        same(&again, &case.anew(&start("v", value)).unwrap());
    }
    assert_eq!((simulator.plans(), simulator.compilations()), (1, made));
}

#[test]
fn a_value_that_decides_what_is_computed_needs_another_plan() {
    let case = Case::new(CHARGE).unwrap();
    let mut simulator = case.simulator();
    case.again(&mut simulator, &parameter("C", 1.0)).unwrap();
    // Without the capacity the voltage is no state.
    let empty = case.again(&mut simulator, &parameter("C", 0.0));
    assert_eq!(empty.is_ok(), case.anew(&parameter("C", 0.0)).is_ok());
    assert_eq!(simulator.plans(), 2);
    same(
        &case.again(&mut simulator, &parameter("C", 2.0)).unwrap(),
        &case.anew(&parameter("C", 2.0)).unwrap(),
    );
    assert_eq!(simulator.plans(), 3);
    case.again(&mut simulator, &Overrides::default()).unwrap();
    // The plan was made for another value of C, and there is none of its own in it.
    assert_eq!(simulator.plans(), 4);
}

#[test]
fn what_is_wrong_with_a_value_is_told_and_the_next_run_goes_on() {
    let case = Case::new(CHARGE).unwrap();
    let mut simulator = case.simulator();
    case.again(&mut simulator, &Overrides::default()).unwrap();
    assert_eq!(case.again(&mut simulator, &parameter("Q", 1.0)).unwrap_err().found.len(), 1);
    assert_eq!(case.again(&mut simulator, &parameter("v", 1.0)).unwrap_err().found.len(), 1);
    same(
        &case.again(&mut simulator, &parameter("R", 5.0)).unwrap(),
        &case.anew(&parameter("R", 5.0)).unwrap(),
    );
    assert_eq!(simulator.plans(), 1);
}

/// Runs a model with one value and then with another that decides something: it is told, or computed, as in a first run.
fn turns(text: &str, name: &str, (fine, other): (f64, f64)) {
    let case = Case::new(text).unwrap();
    let mut simulator = case.simulator();
    case.again(&mut simulator, &parameter(name, fine)).unwrap();
    let (again, anew) =
        (case.again(&mut simulator, &parameter(name, other)), case.anew(&parameter(name, other)));
    match (again, anew) {
        (Ok(again), Ok(anew)) => same(&again, &anew),
        (Err(again), Err(anew)) => assert_eq!(again.found[0].message, anew[0].message),
        (again, anew) => panic!("{:?} and {:?}", again.map(|_| ()), anew.map(|_| ())),
    }
    assert_eq!(simulator.plans(), 2, "{text}");
}

#[test]
fn start_values_that_agreed_may_disagree() {
    let text = "model M parameter Real a = 1; Real x(start = a, fixed = true), y(start = 1, fixed = true);
        equation der(x) = -x; y = x; end M;";
    turns(text, "a", (1.0, 2.0));
}

#[test]
fn what_is_fixed_may_depend_on_a_number() {
    let text = "model M parameter Real a = 1; Real x(start = 1, fixed = a > 0); equation der(x) = -x; end M;";
    turns(text, "a", (1.0, -1.0));
}

#[test]
fn a_divisor_may_vanish() {
    // Neither parameter is zero, but their difference is.
    let text = "model M parameter Real a = 1, b = 2; Real x, y(start = 1, fixed = true);
        equation a*x = b*x + y; der(y) = -y; end M;";
    turns(text, "a", (1.0, 2.0));
}

#[test]
fn what_made_a_choice_of_states_safe_may_not() {
    // The factor of x in the constraint is a + 3 x².
    let text = "model M parameter Real a = 1; Real x(start = 0), y(stateSelect = StateSelect.prefer), f;
        equation a*x + x^3 + y = sin(time); der(x) = f - x; der(y) = f; end M;";
    turns(text, "a", (1.0, -0.5));
}

#[test]
fn rows_may_become_dependent() {
    let text = "model M parameter Real a = 2; Real x, y; equation a*x + y = time; x + y = 2*time; end M;";
    turns(text, "a", (2.0, 1.0));
}

#[test]
fn what_a_root_is_equal_to_may_be_negative() {
    turns("model M parameter Real a = 2; Real x(start = 1); equation sqrt(x) = a; end M;", "a", (2.0, -2.0));
    let text = "model M parameter Real a = 0; Real y(min = a) = cos(time); Real x(start = 1); equation
        sqrt(x) = y; end M;";
    turns(text, "a", (0.0, -1.0));
}

#[test]
fn start_values_decide_by_which_states_a_run_begins() {
    let text = "model M parameter Real a = 1; Real x(start = a), y(start = 1 - a), u, v, f; equation
        x^2 + y^2 = 1; der(x) = u; der(y) = v; der(u) = -f*x; der(v) = -f*y - 9.81; end M;";
    turns(text, "a", (1.0, 0.1));
}

#[test]
fn texts_of_one_run_are_not_those_of_another() {
    let text = "model M
        function length input String s; output Integer n; external \"C\" n = ModelicaStrings_length(s); end length;
        parameter Real a = 10; Integer n = length(String(a)); end M;";
    let case = Case::new(text).unwrap();
    let mut simulator = case.simulator();
    for (value, long) in [(10.0, 2.0), (12345.0, 5.0), (10.0, 2.0)] {
        assert_eq!(last(&case.again(&mut simulator, &parameter("a", value)).unwrap(), "n"), long);
    }
}

#[test]
fn a_factor_may_become_too_faint_to_divide_by() {
    let text = "model M parameter Real a = 1; Real x, y(stateSelect = StateSelect.prefer), f;
        equation a*x + y = sin(time); der(x) = f - x; der(y) = -2*f; end M;";
    turns(text, "a", (1.0, 1e-9));
}

#[test]
fn what_nothing_is_said_about_begins_within_its_bounds() {
    let text = "model M parameter Real a = 1; Real x(min = a); equation der(x) = -x; end M;";
    turns(text, "a", (1.0, 3.0));
}

/// Real parameters with their values, as far as these are numbers.
fn numbers(model: &FlatModel) -> Vec<(String, f64)> {
    let all = (0..model.variables.len() as u32).map(VariableId).filter_map(|id| {
        let variable = &model.variables[id.at()];
        let number = variable.binding.and_then(|binding| model.exprs.number(binding))?;
        let real = variable.variability == Variability::Parameter && variable.kind == Type::Real;
        real.then(|| (model.variable_name(id), number))
    });
    all.collect()
}

/// Every model of the corpus, with some other values of each of its parameters: one run after the other as if it were the
/// first.
#[test]
fn a_second_run_is_like_a_first() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/simulate");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "mo"));
    paths.sort();
    let (mut kept, mut runs) = (0, 0);
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut files = wellposed::MemoryFiles::default();
        files.add("Model.mo", text.as_str());
        if wellposed::load(&files, &["Model.mo".into()]).errors() > 0 {
            continue;
        }
        let Some(mut case) = Case::new(&text) else { continue };
        // The beginning says whether it is the same model; what follows from it is not needed for long.
        case.experiment.stop = case.experiment.start + 0.02 * (case.experiment.stop - case.experiment.start);
        let mut simulator = case.simulator();
        let _ = case.again(&mut simulator, &Overrides::default());
        let parameters = numbers(&case.model).into_iter().take(3).flat_map(|(name, number)| {
            [2.0 * number + 0.125, 0.5 * number, -number, 0.0].map(|value| parameter(&name, value))
        });
        let planned = PlannedModel::new(case.model.clone(), &Cancellation::default());
        let states = planned.map(|planned| planned.state_names()).unwrap_or_default().into_iter().take(2);
        let starts = states.flat_map(|name| [1.0, 0.5].map(|value| start(&name, value)));
        for overrides in parameters.chain(starts) {
            let before = simulator.plans();
            let (again, anew) = (case.again(&mut simulator, &overrides), case.anew(&overrides));
            runs += 1;
            kept += usize::from(simulator.plans() == before);
            let place = format!("{} with {overrides:?}", path.display());
            match (again, anew) {
                (Ok(again), Ok(anew)) => {
                    let ends = |run: &Trajectory| run.times.last().copied();
                    assert_eq!(ends(&again), ends(&anew), "{place}");
                    for signal in again.signals.iter().map(|signal| signal.name.as_str()) {
                        let (found, expected) = (last(&again, signal), last(&anew, signal));
                        let equal = (found - expected).abs() <= 1e-4 * (1.0 + expected.abs());
                        assert!(equal, "{place}: {signal} is {found} and should be {expected}");
                    }
                }
                (Err(again), Err(anew)) => {
                    let codes = |list: &[wellposed::syntax::Diagnostic]| {
                        list.iter().map(|found| found.code).collect::<Vec<_>>()
                    };
                    assert_eq!(codes(&again.found), codes(&anew), "{place}");
                }
                (again, anew) => panic!("{place}: {} and {}", again.is_ok(), anew.is_ok()),
            }
        }
    }
    assert!(kept > 100, "{kept} of {runs} with the plan of the run before");
}
