//! Functions of the Modelica Standard Library's media as routines: how many can be one, whether they give what the evaluator
//! gives, and how much faster they are.
//!
//! The library is found through `MODELICAPATH`. Arguments are random numbers of the size that their names tell. The program
//! ends with an error if a value or a failure differs, or if the routines of water are not many times as fast (`FASTER`).

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use codegen::{ArgumentShape, CallSite, Calls, Evaluator};
use wellposed::equations::{FlatModel, FunctionId, Local, Type};
use wellposed::{LoadRequest, flatten, open_sources};

#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "../crates/cli/src/library.rs"]
mod library;

/// Models whose functions are tried.
const MODELS: &[&str] = &[
    "Modelica.Media.Examples.WaterIF97",
    "Modelica.Media.Examples.TwoPhaseWater.TestTwoPhaseStates",
    "Modelica.Media.Examples.ReferenceAir.DryAir1",
    "Modelica.Media.Examples.ReferenceAir.MoistAir1",
    "Modelica.Media.Examples.R134a.R134a1",
    "Modelica.Media.Examples.MoistAir",
    "Modelica.Media.Examples.MixtureGases",
    "Modelica.Fluid.Examples.IncompressibleFluidNetwork",
];

/// How often each function is called.
const CALLS: usize = 40;

/// How much faster a routine must be, all functions of a model together.
const FASTER: f64 = 20.0;

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % 1_000_000) as f64 / 1e6
    }

    /// A number as variables of this name are.
    fn number(&mut self, name: &str, kind: Type) -> f64 {
        let part = self.next();
        match kind {
            Type::Integer => (part * 4.0).floor(),
            Type::Boolean => (part * 2.0).floor(),
            Type::Enumeration(_) => (part * 2.0).floor() + 1.0,
            _ => match name.chars().next().unwrap_or('x') {
                'p' => 10f64.powf(4.0 + 3.3 * part),
                'T' => 275.0 + 400.0 * part,
                'h' | 'H' => 1e4 + 3e6 * part,
                's' => 100.0 + 8e3 * part,
                'd' | 'r' => 10f64.powf(3.0 * part - 0.5),
                _ => part,
            },
        }
    }
}

/// The shape of an argument or a result, if its sizes are written down; arrays of unknown size have two elements.
fn shape(local: &Local, model: &FlatModel, names: &mut Vec<(String, Type)>) -> Option<ArgumentShape> {
    let mut dims = Vec::new();
    for dim in &local.dims {
        let size = match dim {
            Some(dim) => model.exprs.number(*dim)?.max(0.0) as usize,
            None => 2,
        };
        dims.push(size);
    }
    let count: usize = dims.iter().product();
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(match local.kind {
            Type::Record(class) => {
                let mut fields = Vec::new();
                for field in &local.fields {
                    fields.push((field.name, shape(field, model, names)?));
                }
                ArgumentShape::Record(class, fields)
            }
            Type::Real | Type::Integer | Type::Boolean | Type::Enumeration(_) => {
                names.push((model.symbols.name(local.name).to_string(), local.kind));
                ArgumentShape::Scalar(local.kind)
            }
            _ => return None,
        });
    }
    if dims.is_empty() { items.pop() } else { Some(ArgumentShape::Array(dims, items)) }
}

/// A call of a function: what its arguments are called, and how many numbers its results are.
struct Call {
    site: CallSite,
    names: Vec<(String, Type)>,
    count: usize,
}

fn call(model: &FlatModel, at: usize) -> Option<Call> {
    let function = &model.functions[at];
    function.body.as_ref()?;
    let (mut names, mut results) = (Vec::new(), Vec::new());
    let (inputs, rest) = function.locals.split_at(function.inputs as usize);
    let inputs: Option<Vec<ArgumentShape>> =
        inputs.iter().map(|local| shape(local, model, &mut names)).collect();
    let outputs = rest.iter().take(function.outputs as usize);
    let outputs: Option<Vec<ArgumentShape>> =
        outputs.map(|local| shape(local, model, &mut results)).collect();
    let site = CallSite::new(FunctionId(at as u32), inputs?, outputs?);
    Some(Call { site, names, count: results.len() })
}

fn main() -> ExitCode {
    let request = LoadRequest { folders: library::folders(&[]), ..LoadRequest::default() };
    let loaded = open_sources(Arc::new(disk::Disk), &request);
    if loaded.known() == 0 {
        println!("MODELICAPATH names no library: functions of media are NOT checked");
        return ExitCode::SUCCESS;
    }
    let mut failed = false;
    println!("model                                     functions routines  calls values failures    ratio");
    for name in MODELS {
        let Some(model) = flatten(&disk::Disk, &loaded, name).model else {
            println!("{name} cannot be flattened");
            failed = true;
            continue;
        };
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        let (mut fast, mut slow) = (Evaluator::new(&model, None), Evaluator::new(&model, None));
        slow.compiled = false;
        let (mut tried, mut routines, mut values, mut failures) = (0, 0, 0, 0);
        let mut times = [Duration::ZERO; 2];
        for at in 0..model.functions.len() {
            let Some(Call { site, names, count }) = call(&model, at) else { continue };
            tried += 1;
            if !fast.compiles(&site) {
                continue;
            }
            routines += 1;
            for _ in 0..CALLS {
                let arguments: Vec<f64> = names.iter().map(|(name, kind)| dice.number(name, *kind)).collect();
                let ask = |calls: &mut Evaluator, time: &mut Duration| {
                    let mut results = vec![0.0; count];
                    let begun = Instant::now();
                    let made = calls.call(&site, &arguments, &mut results).map(|()| results);
                    let took = begun.elapsed();
                    // What fails is interpreted in both.
                    if made.is_ok() {
                        *time += took;
                    }
                    made
                };
                let [first, second] = &mut times;
                let (found, expected) = (ask(&mut fast, first), ask(&mut slow, second));
                let near = match (&found, &expected) {
                    (Ok(found), Ok(expected)) => {
                        values += 1;
                        found.iter().zip(expected).all(|(a, b)| {
                            (a - b).abs() <= 1e-8 * b.abs().max(1e-6) || a.to_bits() == b.to_bits()
                        })
                    }
                    _ => {
                        failures += 1;
                        found == expected
                    }
                };
                if !near {
                    let function = model.symbols.name(model.functions[at].name);
                    println!("DIFFERS {function}({arguments:?}): {found:?} and not {expected:?}");
                    failed = true;
                    break;
                }
            }
        }
        let ratio = times[1].as_secs_f64() / times[0].as_secs_f64().max(1e-9);
        println!(
            "{name:58} {tried:5} {routines:5} {:6} {values:6} {failures:6} {ratio:8.1}",
            values + failures
        );
        if name.contains("Water") && ratio < FASTER {
            println!(
                "MISSED the routines of {name} are {ratio:.1} times as fast as the evaluator, not {FASTER}"
            );
            failed = true;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
