//! Code that is broken in each of the ways that are looked for.

use equations::ExprId;

use super::verify;
use crate::code::{OpSource, RegisterCode};
use crate::op::{Op, OpKind};
use crate::{Executor, Interpreter, NoCalls};

fn op(kind: OpKind, to: u32, a: u32, b: u32) -> Op {
    Op { kind, checked: false, to, a, b, c: 0 }
}

/// Code of these operations on slots 0 and 1, with one output.
fn code(ops: &[Op], registers: u32) -> RegisterCode {
    let places = vec![OpSource { step: 0, expr: ExprId(0) }; ops.len()];
    RegisterCode { ops: ops.to_vec(), places, registers, slots: 2, outputs: 1, ..RegisterCode::default() }
}

/// Two numbers, and one of them, or something made of it, as the first is.
fn branch() -> Vec<Op> {
    vec![
        op(OpKind::Load, 0, 0, 0),
        op(OpKind::Load, 1, 1, 0),
        op(OpKind::Branch, 0, 0, 3),
        op(OpKind::Negate, 2, 1, 0),
        op(OpKind::Move, 3, 2, 0),
        op(OpKind::Jump, 0, 0, 1),
        op(OpKind::Move, 3, 1, 0),
        op(OpKind::Output, 0, 3, 0),
    ]
}

fn wrong(ops: &[Op], registers: u32, reason: &str) -> RegisterCode {
    let code = code(ops, registers);
    let found = verify(&code).expect_err(reason);
    assert!(found.contains(reason), "{found}");
    code
}

/// No machine code is made of it.
#[cfg(feature = "jit")]
fn refused(code: &RegisterCode, reason: &str) {
    let found = crate::Jit::new(code).err().expect("no machine code");
    assert!(found.contains(reason), "{found}");
}

#[cfg(not(feature = "jit"))]
fn refused(_: &RegisterCode, _: &str) {}

#[test]
fn what_is_whole_is_left_alone() {
    assert_eq!(verify(&code(&branch(), 4)), Ok(()));
}

#[test]
fn a_register_that_is_read_too_early_has_no_value() {
    let early = wrong(&[op(OpKind::Negate, 0, 1, 0), op(OpKind::Output, 0, 0, 0)], 2, "has no value there");
    // Machine code would read any number that lies there, and nobody would know.
    refused(&early, "before it has a value");
}

#[test]
fn what_one_way_computes_is_not_there_after_the_branch() {
    let mut ops = branch();
    ops[7].a = 2;
    wrong(&ops, 4, "has no value there");
    // Nor in the other way.
    let mut ops = branch();
    ops[6].a = 2;
    wrong(&ops, 4, "has no value there");
}

#[test]
fn both_ways_give_values_to_the_same_registers() {
    let mut ops = branch();
    ops[6].to = 4;
    let other = wrong(&ops, 5, "different registers");
    let mut ops = branch();
    ops.remove(6);
    ops[5].b = 0;
    let fewer = wrong(&ops, 4, "different registers");
    refused(&other, "different registers");
    refused(&fewer, "different registers");
}

#[test]
fn jumps_stay_inside_of_what_they_stand_in() {
    let mut ops = branch();
    ops[5].b = 9;
    wrong(&ops, 4, "leads out");
    wrong(&[op(OpKind::Jump, 0, 0, 0)], 0, "without a branch");
}

#[test]
fn a_register_has_one_value() {
    let twice = [op(OpKind::Load, 0, 0, 0), op(OpKind::Load, 0, 1, 0), op(OpKind::Output, 0, 0, 0)];
    wrong(&twice, 1, "a second value");
}

#[test]
fn what_only_routines_have_is_refused_wherever_it_runs() {
    let ops = [op(OpKind::Load, 0, 0, 0), op(OpKind::Check, 0, 0, 0), op(OpKind::Output, 0, 0, 0)];
    let code = wrong(&ops, 1, "only routines have");
    let run = Interpreter::new(&code).run(&mut [1.0, 2.0], &mut [0.0], &mut NoCalls);
    assert!(run.is_err());
    refused(&code, "only routines have");
}
