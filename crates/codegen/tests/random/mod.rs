//! Random expressions: the interpreter and the JIT against the evaluator of `equations`, derivatives against differences.

mod tree;

use codegen::{ComputeStep, Executor, Interpreter, NoCalls, RegisterCode, Slots, compile};
use equations::{EvalContext, EvalFailure, Exprs, Symbols, Value, VariableId, eval};
use proptest::prelude::*;
use tree::{Tree, VARIABLES, number, truth};

/// Variables have the slots of their numbers.
struct Plain;

impl Slots for Plain {
    fn variable(&self, id: VariableId) -> Option<u32> {
        Some(id.0)
    }
}

fn wanted(exprs: &Exprs, id: equations::ExprId, point: &[f64]) -> Result<f64, EvalFailure> {
    let values = |id: VariableId| Some(Value::Real(point[id.at()]));
    let symbols = Symbols::default();
    let context = EvalContext {
        exprs,
        functions: &[],
        symbols: &symbols,
        enumerations: &[],
        values: &values,
        files: None,
        outside: None,
    };
    match eval(&context, id)? {
        Value::Boolean(truth) => Ok(f64::from(u8::from(truth))),
        value => value.as_real().ok_or(EvalFailure::TooLong),
    }
}

fn run(
    machine: &mut dyn Executor,
    code: &RegisterCode,
    point: &[f64],
) -> (Result<(), codegen::Fault>, Vec<f64>) {
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
    let steps: Vec<ComputeStep> =
        ids.iter().enumerate().map(|(at, &id)| ComputeStep::Output(at as u32, id)).collect();
    let code = compile(&exprs, &[], &Plain, &steps).expect("code");
    let mut interpreter = Interpreter::new(&code);
    #[cfg(feature = "jit")]
    let mut jit = codegen::Jit::new(&code).expect("machine code");
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
        // A power may be off by its last bit, which the sine of a large number makes anything of: what a point beside
        // tells apart is not compared.
        let beside = point.map(|value| value * (1.0 + 8.0 * f64::EPSILON));
        for ((found, expected), &id) in outputs.iter().zip(&expected[..count]).zip(&ids) {
            let expected = *expected.as_ref().expect("a value");
            let tells = wanted(&exprs, id, &beside).map_or(f64::INFINITY, |beside| (beside - expected).abs());
            let near = (found - expected).abs() <= 100.0 * tells || tells.is_nan();
            prop_assert!(close(*found, expected, 1e-9) || near, "{found} {expected}");
        }
    }
    Ok(())
}

/// Evaluates the outputs of code, all finite, or nothing.
fn outputs(machine: &mut dyn Executor, code: &RegisterCode, point: &[f64]) -> Option<Vec<f64>> {
    let (result, outputs) = run(machine, code, point);
    result.ok().map(|()| outputs)
}

/// The derivatives of all outputs by a variable by differences, where these are to be trusted.
fn differences(
    machine: &mut dyn Executor,
    code: &RegisterCode,
    point: &[f64],
    by: usize,
) -> Option<Vec<Option<f64>>> {
    let mut slope = |step: f64| -> Option<Vec<f64>> {
        let mut beside = point.to_vec();
        beside[by] = point[by] + step;
        let above = outputs(machine, code, &beside)?;
        beside[by] = point[by] - step;
        let below = outputs(machine, code, &beside)?;
        Some(above.iter().zip(below).map(|(above, below)| (above - below) / (2.0 * step)).collect())
    };
    let (coarse, fine, finer) = (slope(2e-5)?, slope(1e-5)?, slope(0.7e-5)?);
    let here = outputs(machine, code, point)?;
    let sure = |at: usize| {
        let scale = fine[at].abs().max(1e-3 * here[at].abs()).max(1e-3);
        let agree = |other: f64| (fine[at] - other).abs() < 1e-5 * scale;
        // Rounding of a large value shows in its differences.
        let fair = here[at].abs() < 1e4 * fine[at].abs().max(1.0);
        (fair && agree(coarse[at]) && agree(finer[at])).then_some(fine[at])
    };
    Some((0..here.len()).map(sure).collect())
}

fn check_derivatives(trees: &[Tree], point: &[f64; VARIABLES]) -> Result<(), TestCaseError> {
    let mut exprs = Exprs::default();
    // Every tree but the last is assigned to a variable that those after it use.
    let mut steps = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        let id = tree.shifted(at as u32).build(&mut exprs);
        steps.push(ComputeStep::Output(at as u32, id));
        steps.push(ComputeStep::Assign(VariableId((VARIABLES + at) as u32), id));
    }
    let code = compile(&exprs, &[], &Plain, &steps).expect("code");
    let columns: Vec<u32> = (0..VARIABLES as u32).collect();
    let jacobian = code.jacobian(&columns);
    let mut interpreter = Interpreter::new(&code);
    prop_assume!(outputs(&mut interpreter, &code, point).is_some());
    let mut derivatives = Interpreter::new(&jacobian.code);
    let found = outputs(&mut derivatives, &jacobian.code, point);
    #[cfg(feature = "jit")]
    {
        let mut jit = codegen::Jit::new(&jacobian.code).expect("machine code");
        let bits = |row: &[f64]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        let same = outputs(&mut jit, &jacobian.code, point);
        prop_assert_eq!(same.as_deref().map(bits), found.as_deref().map(bits));
    }
    let Some(found) = found else { return Ok(()) };
    for column in 0..VARIABLES {
        // The product with a unit vector is the column.
        let seeds: Vec<u32> = (0..VARIABLES as u32).map(|at| at + 20).collect();
        let tangent = code.tangent(&columns, &seeds);
        let mut slots = point.to_vec();
        slots.resize(20 + VARIABLES, 0.0);
        slots[20 + column] = 1.0;
        let product = outputs(&mut Interpreter::new(&tangent), &tangent, &slots);
        let range = jacobian.starts[column] as usize..jacobian.starts[column + 1] as usize;
        let mut dense = vec![0.0; trees.len()];
        for at in range {
            dense[jacobian.rows[at] as usize] = found[at];
        }
        if let Some(product) = product {
            for (a, b) in product.iter().zip(&dense) {
                prop_assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-6), "{product:?} {dense:?}");
            }
        }
        let Some(expected) = differences(&mut interpreter, &code, point, column) else { continue };
        for (at, expected) in expected.iter().enumerate() {
            if let Some(expected) = expected {
                let error = (dense[at] - expected).abs();
                prop_assert!(
                    error <= 1e-3 * expected.abs().max(1.0),
                    "{at} {column} {} {expected}",
                    dense[at]
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, max_global_rejects: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where the evaluator has values the code has the same; where it has none, the code says in which step first.
    #[test]
    fn values_agree(trees in prop::collection::vec(number(), 1..4), a in tree::point(), b in tree::point()) {
        check(&trees, &[a, b])?;
    }

    #[test]
    fn truths_agree(trees in prop::collection::vec(truth(), 1..4), a in tree::point(), b in tree::point()) {
        check(&trees, &[a, b])?;
    }

    /// Derivatives, also through assignments, are those of differences wherever these agree among themselves.
    #[test]
    fn derivatives_agree(trees in prop::collection::vec(tree::smooth(), 1..5), point in tree::generic()) {
        check_derivatives(&trees, &point)?;
    }
}
