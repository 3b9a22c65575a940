//! Random expressions: the interpreter and the JIT against the evaluator of `equations`, derivatives against differences.

mod tree;

use codegen::{Code, Interpreter, NoCalls, Run, Slots, Step, compile};
use equations::{Context, Exprs, Failure, Symbols, Value, VariableId, eval};
use proptest::prelude::*;
use tree::{Tree, VARIABLES, number, truth};

/// Variables have the slots of their numbers.
struct Plain;

impl Slots for Plain {
    fn variable(&self, id: VariableId) -> Option<u32> {
        Some(id.0)
    }
}

fn wanted(exprs: &Exprs, id: equations::ExprId, point: &[f64]) -> Result<f64, Failure> {
    let values = |id: VariableId| Some(Value::Real(point[id.at()]));
    let symbols = Symbols::default();
    let context =
        Context { exprs, functions: &[], symbols: &symbols, enumerations: &[], values: &values, files: None };
    match eval(&context, id)? {
        Value::Boolean(truth) => Ok(f64::from(u8::from(truth))),
        value => value.as_real().ok_or(Failure::TooLong),
    }
}

fn run(machine: &mut dyn Run, code: &Code, point: &[f64]) -> (Result<(), codegen::Fault>, Vec<f64>) {
    let mut slots = point.to_vec();
    slots.resize(slots.len().max(code.slots()), 0.0);
    let mut outputs = vec![0.0; code.outputs()];
    let result = machine.run(&mut slots, &mut outputs, &mut NoCalls);
    (result, outputs)
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1e-300) || a == b
}

fn check(trees: &[Tree], points: &[[f64; VARIABLES]]) -> Result<(), TestCaseError> {
    let mut exprs = Exprs::default();
    let ids: Vec<_> = trees.iter().map(|tree| tree.build(&mut exprs)).collect();
    let steps: Vec<Step> = ids.iter().enumerate().map(|(at, &id)| Step::Output(at as u32, id)).collect();
    let code = compile(&exprs, &[], &Plain, &steps).unwrap();
    let mut interpreter = Interpreter::new(&code);
    #[cfg(feature = "jit")]
    let mut jit = codegen::Jit::new(&code).unwrap();
    for point in points {
        let (result, outputs) = run(&mut interpreter, &code, point);
        #[cfg(feature = "jit")]
        {
            let (same, numbers) = run(&mut jit, &code, point);
            prop_assert_eq!(format!("{same:?}"), format!("{result:?}"));
            if result.is_ok() {
                let bits = |row: &[f64]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
                prop_assert_eq!(bits(&numbers), bits(&outputs));
            }
        }
        let expected: Vec<_> = ids.iter().map(|&id| wanted(&exprs, id, point)).collect();
        let first = expected.iter().position(|value| !value.as_ref().is_ok_and(|value| value.is_finite()));
        match (&result, first) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => prop_assert!(false, "{expected:?}"),
            (Err(fault), _) => {
                prop_assert_eq!(Some(fault.place.step as usize), first, "{} {:?}", fault.cause, expected);
            }
        }
        let count = first.unwrap_or(ids.len());
        for (found, expected) in outputs.iter().zip(&expected[..count]) {
            let expected = *expected.as_ref().unwrap();
            prop_assert!(close(*found, expected, 1e-9), "{found} {expected}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    /// Where the evaluator has values the code has the same; where it has none, the code says in which step first.
    #[test]
    fn values_agree(trees in prop::collection::vec(number(), 1..4), a in tree::point(), b in tree::point()) {
        check(&trees, &[a, b])?;
    }

    #[test]
    fn truths_agree(trees in prop::collection::vec(truth(), 1..4), a in tree::point(), b in tree::point()) {
        check(&trees, &[a, b])?;
    }
}
