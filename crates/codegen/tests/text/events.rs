//! What the caller keeps: `pre`, frozen relations, `homotopy`; and slots that change on the way.

use codegen::{ComputeStep, NoCalls, Slots, compile};
use equations::{Expr, ExprId, Operator, VariableId};

use super::flat::{code, evaluator, flat, right, run, slots};

#[test]
fn pre_edge_and_change() {
    let model = flat(
        "model M discrete Real a; Boolean b; Integer n; Boolean e; Boolean c; Real p; equation
           a = 0; b = false; n = 0; e = edge(b); c = change(n); p = pre(a) + a; end M;",
    );
    let code = code(&model).expect("code");
    let mut slots = slots(&model, &[1.0, 1.0, 3.0]);
    for (now, before, n, expected) in
        [(1.0, 0.0, 3.0, [1.0, 1.0, 8.0]), (1.0, 1.0, 2.0, [0.0, 0.0, 8.0]), (0.0, 1.0, 2.0, [0.0, 0.0, 8.0])]
    {
        slots[1] = now;
        slots[2] = n;
        slots[7..10].copy_from_slice(&[7.0, before, 2.0]);
        assert_eq!(run(&code, &mut slots, &mut evaluator(&model)).expect("values")[3..], expected);
    }
}

/// All relations of the first variable in one slot.
struct Frozen<'a>(&'a equations::Exprs);

impl Slots for Frozen<'_> {
    fn variable(&self, id: VariableId) -> Option<u32> {
        Some(id.0)
    }

    fn expr(&self, id: ExprId, literal: bool) -> Option<u32> {
        let relation = matches!(self.0.get(id), Expr::Binary(Operator::Greater, ..));
        (relation && !literal).then_some(3)
    }
}

#[test]
fn relations_are_frozen_but_not_in_no_event() {
    let model = flat(
        "model M Real a; Real b; Real c; equation
           a = 1; b = if a > 0 then 1 else 2; c = noEvent(if a > 0 then 1 else 2) + b; end M;",
    );
    let steps = super::flat::outputs(&right(&model));
    let code = compile(&model.exprs, &[], &Frozen(&model.exprs), &steps).expect("code");
    let run = |a: f64, frozen: f64| run(&code, &mut [a, 0.5, 0.0, frozen], &mut NoCalls);
    assert_eq!(run(1.0, 0.0), Ok(vec![1.0, 2.0, 1.5]));
    assert_eq!(run(-1.0, 1.0), Ok(vec![1.0, 1.0, 2.5]));
}

#[test]
fn homotopy_goes_from_simple_to_actual() {
    let model = flat("model M Real a; Real b; equation a = 1; b = homotopy(a^2, 3*a); end M;");
    let code = code(&model).expect("code");
    let mut slots = slots(&model, &[5.0]);
    for (lambda, expected) in [(0.0, 15.0), (0.5, 20.0), (1.0, 25.0)] {
        slots[5] = lambda;
        assert_eq!(run(&code, &mut slots, &mut NoCalls).expect("values")[1], expected);
    }
}

#[test]
fn at_each_end_of_a_homotopy_one_value_is_enough() {
    let model = flat("model M Real a; Real b; equation a = 1; b = homotopy(sqrt(a), log(-a)); end M;");
    let code = code(&model).expect("code");
    let at = |a: f64, lambda: f64| {
        let mut slots = slots(&model, &[a]);
        slots[5] = lambda;
        run(&code, &mut slots, &mut NoCalls).map(|values| values[1]).map_err(|fault| fault.cause)
    };
    assert_eq!((at(-1.0, 0.0), at(4.0, 1.0)), (Ok(0.0), Ok(2.0)));
    assert_eq!(at(-1.0, 0.5), Err(codegen::FaultKind::Domain(equations::Elementary::Sqrt, -1.0)));
    assert_eq!(at(-1.0, 1.0), Err(codegen::FaultKind::Domain(equations::Elementary::Sqrt, -1.0)));
    assert_eq!(at(4.0, 0.0), Err(codegen::FaultKind::Domain(equations::Elementary::Log, -4.0)));
}

#[test]
fn a_slot_may_be_read_written_and_read_again() {
    let mut exprs = equations::Exprs::default();
    let [x, y] = [0, 1].map(|at| exprs.add(Expr::Variable(VariableId(at))));
    let sum = exprs.add(Expr::Binary(Operator::Add, x, y));
    let root = exprs.builtin(equations::Builtin::Sqrt, &[sum]);
    let steps = [
        ComputeStep::Output(0, sum),
        ComputeStep::Assign(VariableId(0), sum),
        ComputeStep::Output(1, sum),
        ComputeStep::Assign(VariableId(0), sum),
        ComputeStep::Output(2, root),
    ];
    let layout = super::flat::Layout { variables: 2 };
    let code = compile(&exprs, &[], &layout, &steps).expect("code");
    let mut slots = [2.0, 7.0, 0.0];
    assert_eq!(run(&code, &mut slots, &mut NoCalls), Ok(vec![9.0, 16.0, 23.0f64.sqrt()]));
    assert_eq!(slots[0], 16.0);
    // x1 = x + y, x2 = x1 + y, root = sqrt(x2 + y)
    let jacobian = code.jacobian(&[0, 1]);
    let slope = 1.0 / (2.0 * 23.0f64.sqrt());
    let found = run(&jacobian.code, &mut [2.0, 7.0, 0.0], &mut NoCalls);
    assert_eq!(found, Ok(vec![1.0, 1.0, slope, 1.0, 2.0, 3.0 * slope]));
    // A failure is found again from the values of the beginning.
    let fault = run(&code, &mut [-30.0, 7.0, 0.0], &mut NoCalls).expect_err("a failure");
    assert_eq!(
        (fault.place.step, fault.cause),
        (4, codegen::FaultKind::Domain(equations::Elementary::Sqrt, -9.0))
    );
}
