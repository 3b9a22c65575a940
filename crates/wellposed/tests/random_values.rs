//! Random models with a value given beside them are the same models with that value in their text: in results, to the last bit,
//! and in what is wrong with them. The seed is another one in each run; a failure tells it, and `SEED=…` repeats it.

#![allow(clippy::unwrap_used)]

use super::model;
use super::random;

use model::Text;
use random::Random;
use wellposed::{Experiment, Overrides, Trajectory, certify_run};

/// The parameters of a model with the texts of their values; those at the end depend on the others.
struct Values(Vec<(&'static str, String)>);

impl Values {
    fn random(random: &mut Random) -> Values {
        let mut values = Values(vec![
            ("a", String::new()),
            ("n", String::new()),
            ("f", String::new()),
            ("e", String::new()),
            ("b", "if a > 2 then 10*a else -a".to_string()),
            ("m", "n + 1".to_string()),
            ("h", "max(a, 2)".to_string()),
        ]);
        for name in ["a", "n", "f", "e"] {
            values.give(name, random);
        }
        values
    }

    /// Gives a parameter another value, and says which.
    fn give(&mut self, name: &'static str, random: &mut Random) -> f64 {
        let (text, value) = match name {
            "n" => {
                let value = random.below(3) + 1;
                (value.to_string(), value as f64)
            }
            "m" => {
                let value = random.below(3) + 1;
                (value.to_string(), value as f64)
            }
            "f" => {
                let value = random.below(2) == 1;
                (value.to_string(), f64::from(u8::from(value)))
            }
            "e" => {
                let at = random.below(3);
                (["E.one", "E.two", "E.three"][at].to_string(), at as f64 + 1.0)
            }
            _ => {
                let value = random.one_of(&[-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 4.5]);
                (format!("{value:?}"), value)
            }
        };
        self.0.iter_mut().find(|known| known.0 == name).unwrap().1 = text;
        value
    }

    fn text(&self) -> String {
        let kind = |name: &str| match name {
            "n" | "m" => "Integer",
            "f" => "Boolean",
            "e" => "E",
            _ => "Real",
        };
        self.0.iter().map(|(name, value)| format!("  parameter {} {name} = {value};\n", kind(name))).collect()
    }
}

const CONDITIONS: [&str; 12] = [
    "a > 2",
    "b > 0",
    "n == 2",
    "f",
    "not f",
    "e == E.two",
    "m > 2 and f",
    "h > 2.5",
    "a > 2 or n > 1",
    "t[n] > 15",
    "initial() or n > 2",
    "positive(a)",
];
const EXPRESSIONS: [&str; 9] =
    ["a", "b*time", "n*u", "h", "1.5", "(m - a)", "t[m]", "(if f then a else u)", "first(n, a)"];
const SUBSCRIPTS: [&str; 5] = ["n", "m", "if f then 1 else n", "min(n, m)", "Integer(e)"];

/// A part of a model with its equations; `#` is a number of its own.
fn part(random: &mut Random) -> (String, String) {
    let mut one = |all: &[&'static str]| random.one_of(all);
    let (condition, other) = (one(&CONDITIONS), one(&CONDITIONS));
    let (x, y, at) = (one(&EXPRESSIONS), one(&EXPRESSIONS), one(&SUBSCRIPTS));
    match random.below(12) {
        0 => (format!("Real y# = if {condition} then {x} elseif {other} then {y} else u;"), String::new()),
        1 => (
            "Real y#;".into(),
            format!("if {condition} then y# = {x}; elseif {other} then y# = {y}; else y# = 2*u; end if;"),
        ),
        2 => (
            "Real x#[n](each start = 1, each fixed = true);".into(),
            format!("for j in 1:n loop der(x#[j]) = if {condition} then -j*x#[j] else {x}; end for;"),
        ),
        3 => (format!("Real y# = t[{at}] + {x};"), String::new()),
        // Subscripts are known here, and conditions are not needed to be constants.
        4 if !condition.contains("initial") => (format!("Part y#(k = {x}) if {condition};"), String::new()),
        5 => (
            format!("Real x#(start = if {condition} then 1 else 2, fixed = true);"),
            format!("der(x#) = -{y};"),
        ),
        6 if !condition.contains("initial") && !x.contains(['u', 'i']) => (
            format!("parameter Real p# = if {condition} then h else t[{at}]; Real y# = p# + {x};"),
            String::new(),
        ),
        7 => (format!("Real y# = sum(t[1:n]) + {x};"), String::new()),
        8 => (
            "Real y#;".into(),
            format!(
                "algorithm y# := 0; for j in 1:m loop if {condition} then y# := y# + j; else y# := y# - {x}; end if; end \
                 for; equation"
            ),
        ),
        9 => (
            "discrete Real d#(start = 0, fixed = true);".into(),
            format!("when time > (if {condition} then 0.3 else 0.6) then d# = {x}; end when;"),
        ),
        10 => (format!("Real v#[n] = fill({x}, n); Real w#[m] = ramp(m, a);"), String::new()),
        // Other numbers of equations, and other connections.
        _ if !condition.contains("initial") => (
            "Real y#, z#; Node c#[2];".into(),
            format!(
                "if {condition} then y# = {x}; z# = y#; connect(c#[1], c#[2]); c#[1].v = {x}; else y# + z# = {y}; y# - z# = \
                 1; c#[1].v = 1; c#[2].v = z#; end if;"
            ),
        ),
        _ => (format!("Real y# = noEvent(if {condition} then {x} else {y});"), String::new()),
    }
}

fn written(values: &Values, parts: &[(String, String)]) -> String {
    let numbered = |which: fn(&(String, String)) -> &String| -> String {
        parts
            .iter()
            .enumerate()
            .map(|(at, part)| format!("  {}\n", which(part).replace('#', &at.to_string())))
            .collect()
    };
    format!(
        "type E = enumeration(one, two, three);\n\
         connector Node Real v; flow Real i; end Node;\n\
         function positive input Real x; output Boolean y; algorithm y := x > 0; end positive;\n\
         function first input Integer n; input Real x; output Real y; protected Real v[n]; algorithm v := fill(x, n); y := \
         v[1]*n; end first;\n\
         function ramp input Integer n; input Real x; output Real y[n]; algorithm for i in 1:n loop y[i] := i*x; end for; \
         end ramp;\n\
         model Part parameter Real k = 1; Real y = k*time; end Part;\n\
         model M\n{}  parameter Real t[4] = {{10, 20, 30, 40}};\n  Real u = 5*time;\n{}equation\n{}end M;\n",
        values.text(),
        numbered(|part| &part.0),
        numbered(|part| &part.1),
    )
}

fn same(found: &Trajectory, expected: &Trajectory, tolerance: f64, text: &str) {
    let names = |of: &Trajectory| of.signals.iter().map(|signal| signal.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(found), names(expected), "{text}");
    assert_eq!(found.times.len(), expected.times.len(), "{text}");
    for (signal, name) in names(found).iter().enumerate() {
        for point in 0..found.times.len() {
            let (one, other) = (found.value(point, signal), expected.value(point, signal));
            let near = (one - other).abs() <= tolerance * other.abs().max(1.0);
            assert!(near || one.to_bits() == other.to_bits(), "{name} is {one}, not {other}, in\n{text}");
        }
    }
}

#[test]
fn a_value_given_beside_a_model_is_one_in_its_text() {
    let mut random = Random::new();
    let experiment = Experiment { interval: Some(0.125), complete: true, ..Experiment::default() };
    let mut compared = 0;
    for _ in 0..120 {
        let values = Values::random(&mut random);
        let parts: Vec<_> = (0..1 + random.below(4)).map(|_| part(&mut random)).collect();
        let text = written(&values, &parts);
        let read = Text::new(&text);
        let flat = read.flatten();
        let Some(model) = flat.model.filter(|_| flat.diagnostics.is_empty()) else {
            // What is wrong as it stands may be right with other values, but is not flattened once before.
            continue;
        };
        let mut simulator = read.simulator(model.clone());
        for _ in 0..3 {
            let mut names = vec!["a", "n", "f", "e", "b", "m"];
            let (mut given, mut other) = (Overrides::default(), Values(values.0.clone()));
            for _ in 0..1 + random.below(3) {
                let name = names.swap_remove(random.below(names.len()));
                given.parameters.push((name.to_string(), other.give(name, &mut random)));
            }
            let expected = Text::new(&written(&other, &parts));
            let flat = expected.flatten();
            let failed = !flat.diagnostics.is_empty();
            let beside = read.run(model.clone(), &experiment, &given);
            let shown = format!("{text}with {given:?}");
            let Some(inside) = flat.model.filter(|_| !failed) else {
                assert!(beside.is_err(), "{shown}");
                continue;
            };
            let inside = expected.run(inside, &experiment, &Overrides::default());
            match (beside, inside) {
                (Ok(beside), Ok(inside)) => {
                    same(&beside, &inside, 0.0, &shown);
                    // The certificate is about the model with the value, too.
                    let certified =
                        certify_run(&read.files, &read.loaded, &model, &beside, &experiment, &given);
                    assert!(certified.certificate.passed(), "{}{shown}", certified.text);
                    // Plans that are kept for other values may differ in the last digits.
                    let again = simulator.run(&experiment, &given, &|| true, None).unwrap();
                    same(&again, &inside, 1e-4, &shown);
                    compared += 1;
                }
                (Err(_), Err(_)) => {}
                (beside, inside) => {
                    let unused = |found: &Vec<wellposed::syntax::Diagnostic>| {
                        found.iter().all(|found| found.message.contains("would have no effect"))
                    };
                    let refused = beside.as_ref().is_err_and(unused);
                    assert!(refused, "{:?}\n{:?}\n{shown}", beside.err(), inside.err());
                }
            }
        }
    }
    assert!(compared > 50, "{compared}");
}
