use syntax::{FileId, Place, Span};

use super::*;
use crate::{AccessStep, AssignmentTarget, Inlining, Local, Statement, Type, VariableId};

fn local(model: &mut FlatModel, name: &str, dims: &[i64]) -> Local {
    let dims = dims.iter().map(|&size| Some(model.exprs.integer(size))).collect();
    Local { name: model.symbols.add(name), kind: Type::Real, dims, binding: None, fields: Vec::new() }
}

fn function(model: &mut FlatModel, locals: Vec<Local>, inputs: u32, body: Vec<Statement>) -> FunctionId {
    let id = FunctionId(model.functions.len() as u32);
    model.functions.push(Function {
        locals,
        inputs,
        outputs: 1,
        body: Some(body),
        ..Function::new(model.symbols.add("f"), Place { file: FileId(0), span: Span::at(0) })
    });
    id
}

fn variable(model: &mut FlatModel, number: u32) -> ExprId {
    model.exprs.add(Expr::Variable(VariableId(number)))
}

fn assign(local: u32, value: ExprId) -> Statement {
    Statement::Assign(AssignmentTarget { local, path: Vec::new() }, value)
}

/// An element of a product of matrices depends on what it depends on: of {{c, 0}, {0, 1}} * {x, y} the second is y.
#[test]
fn zeros_disappear() {
    let mut model = FlatModel::default();
    let locals =
        vec![local(&mut model, "a", &[2, 2]), local(&mut model, "v", &[2]), local(&mut model, "y", &[2])];
    let (a, v) = (model.exprs.add(Expr::Local(0)), model.exprs.add(Expr::Local(1)));
    let product = model.exprs.add(Expr::Binary(Operator::Multiply, a, v));
    let f = function(&mut model, locals, 2, vec![assign(2, product)]);
    let [c, x, y] = [0, 1, 2].map(|number| variable(&mut model, number));
    let e = &mut model.exprs;
    let (zero, one, two) = (e.integer(0), e.integer(1), e.integer(2));
    let mut array = |items: &[ExprId]| {
        let list = e.list(items);
        e.add(Expr::Array(list))
    };
    let rows = [array(&[c, zero]), array(&[zero, one])];
    let (matrix, vector) = (array(&rows), array(&[x, y]));
    let list = e.list(&[matrix, vector]);
    let call = e.add(Expr::Call(f, list));
    let (first, second) = (e.list(&[one]), e.list(&[two]));
    let (first, second) = (e.add(Expr::Index(call, first)), e.add(Expr::Index(call, second)));
    let expected = e.product(c, x);
    let mut inliner = Inliner::default();
    assert_eq!(inliner.inline(&mut model, first), expected);
    assert_eq!(inliner.inline(&mut model, second), y);
}

/// y := 0; for i in 1:3 loop if u > i then y := y + u; end if; end for: comparisons make no events.
#[test]
fn loops_and_branches_become_choices() {
    let mut model = FlatModel::default();
    let locals = vec![local(&mut model, "u", &[]), local(&mut model, "y", &[])];
    let e = &mut model.exprs;
    let [u, y, i] = [0, 1, 2].map(|number| e.add(Expr::Local(number)));
    let (zero, one, two) = (e.integer(0), e.integer(1), e.integer(2));
    let range = e.add(Expr::Range(one, one, two));
    let (condition, sum) = (e.compare(Operator::Greater, u, i), e.sum(y, u));
    let body = vec![
        assign(1, zero),
        Statement::For(2, range, vec![Statement::If(vec![(condition, vec![assign(1, sum)])])]),
    ];
    let f = function(&mut model, locals, 1, body);
    let x = variable(&mut model, 0);
    let list = model.exprs.list(&[x]);
    let call = model.exprs.add(Expr::Call(f, list));
    let found = Inliner::default().inline(&mut model, call);
    let e = &mut model.exprs;
    let mut greater = |than| {
        let relation = e.compare(Operator::Greater, x, than);
        e.builtin(Builtin::NoEvent, &[relation])
    };
    let (first, second) = (greater(one), greater(two));
    let once = e.if_then_else(first, x, zero);
    let more = e.sum(once, x);
    assert_eq!(found, e.if_then_else(second, more, once));
}

#[test]
fn what_has_no_formula_stays_a_call() {
    let mut model = FlatModel::default();
    let locals = vec![local(&mut model, "u", &[]), local(&mut model, "y", &[])];
    let (u, one) = (model.exprs.add(Expr::Local(0)), model.exprs.integer(1));
    let positive = model.exprs.compare(Operator::Greater, u, one);
    let text = model.symbols.add("too small");
    let text = model.exprs.add(Expr::String(text));
    let check = model.exprs.builtin(Builtin::Assert, &[positive, text]);
    let wait = Statement::While(positive, vec![assign(1, u)]);
    let checked = function(&mut model, locals.clone(), 1, vec![assign(1, u), Statement::Call(check)]);
    let looping = function(&mut model, locals.clone(), 1, vec![assign(1, u), wait]);
    let unset = function(&mut model, locals, 1, vec![]);
    let x = variable(&mut model, 0);
    for function in [checked, looping, unset] {
        let list = model.exprs.list(&[x]);
        let call = model.exprs.add(Expr::Call(function, list));
        assert_eq!(Inliner::default().inline(&mut model, call), call);
    }
}

/// Elements are written one by one: v[1] := u; v[2] := 2*u; y := v[2].
#[test]
fn elements_are_written_and_read() {
    let mut model = FlatModel::default();
    let locals = vec![local(&mut model, "u", &[]), local(&mut model, "y", &[]), local(&mut model, "v", &[2])];
    let e = &mut model.exprs;
    let (u, v, one, two) = (e.add(Expr::Local(0)), e.add(Expr::Local(2)), e.integer(1), e.integer(2));
    let (twice, second) = (e.product(two, u), e.list(&[two]));
    let second = e.add(Expr::Index(v, second));
    let at = |subscript| AssignmentTarget { local: 2, path: vec![AccessStep::Index(vec![subscript])] };
    let body = vec![Statement::Assign(at(one), u), Statement::Assign(at(two), twice), assign(1, second)];
    let f = function(&mut model, locals, 1, body);
    let x = variable(&mut model, 0);
    let list = model.exprs.list(&[x]);
    let call = model.exprs.add(Expr::Call(f, list));
    let expected = model.exprs.product(two, x);
    assert_eq!(Inliner::default().inline(&mut model, call), expected);
}

/// `[c, 0; 0, 1]` in a function, as the rotations of a library are written, is taken apart like an array of arrays.
#[test]
fn stacked_matrices_are_taken_apart() {
    let mut model = FlatModel::default();
    let locals = vec![local(&mut model, "c", &[]), local(&mut model, "y", &[2, 2])];
    let e = &mut model.exprs;
    let (zero, one, two) = (e.integer(0), e.integer(1), e.integer(2));
    let c = e.add(Expr::Local(0));
    let mut row = |a: ExprId, b: ExprId| {
        let (a, b) = (e.builtin(Builtin::Promote, &[a, two]), e.builtin(Builtin::Promote, &[b, two]));
        e.builtin(Builtin::Cat, &[two, a, b])
    };
    let (first, second) = (row(c, zero), row(zero, one));
    let matrix = e.builtin(Builtin::Cat, &[one, first, second]);
    let f = function(&mut model, locals, 1, vec![assign(1, matrix)]);
    let x = variable(&mut model, 0);
    let e = &mut model.exprs;
    let list = e.list(&[x]);
    let call = e.add(Expr::Call(f, list));
    let mut element = |i: ExprId, j: ExprId| {
        let list = e.list(&[i, j]);
        e.add(Expr::Index(call, list))
    };
    let elements = [element(one, one), element(one, two), element(two, one), element(two, two)];
    let mut inliner = Inliner::default();
    assert_eq!(elements.map(|element| inliner.inline(&mut model, element)), [x, zero, zero, one]);
}

/// f(u) := u > 0.5 as a call with one variable, and what annotations say of it.
fn compared(inlining: Inlining) -> (FlatModel, ExprId) {
    let mut model = FlatModel::default();
    let locals = vec![local(&mut model, "u", &[]), local(&mut model, "y", &[])];
    let (u, half) = (model.exprs.add(Expr::Local(0)), model.exprs.real(0.5));
    let value = model.exprs.compare(Operator::Greater, u, half);
    let f = function(&mut model, locals, 1, vec![assign(1, value)]);
    model.functions[f.at()].inlining = inlining;
    let x = variable(&mut model, 0);
    let list = model.exprs.list(&[x]);
    let call = model.exprs.add(Expr::Call(f, list));
    (model, call)
}

/// A call stays one if its function says so, and makes events only if it says that.
#[test]
fn annotations_decide() {
    let (mut model, call) = compared(Inlining { calls: InlineTime::Never, events: false });
    assert_eq!(Inliner::default().inline(&mut model, call), call);
    let (mut model, call) = compared(Inlining { calls: InlineTime::Always, events: true });
    let (x, half) = (variable(&mut model, 0), model.exprs.real(0.5));
    let relation = model.exprs.compare(Operator::Greater, x, half);
    assert_eq!(Inliner::default().inline(&mut model, call), relation);
    let (mut model, call) = compared(Inlining::default());
    let (x, half) = (variable(&mut model, 0), model.exprs.real(0.5));
    let relation = model.exprs.compare(Operator::Greater, x, half);
    let quiet = model.exprs.builtin(Builtin::NoEvent, &[relation]);
    assert_eq!(Inliner::default().inline(&mut model, call), quiet);
}

/// What calls a function that stays a call is written out around it: g(u) := 2*f(u).
#[test]
fn calls_stay_in_what_is_written_out() {
    let (mut model, call) = compared(Inlining { calls: InlineTime::Never, events: false });
    let locals = vec![local(&mut model, "u", &[]), local(&mut model, "y", &[])];
    let (u, two) = (model.exprs.add(Expr::Local(0)), model.exprs.real(2.0));
    let list = model.exprs.list(&[u]);
    let inner = model.exprs.add(Expr::Call(FunctionId(0), list));
    let value = model.exprs.product(two, inner);
    let g = function(&mut model, locals, 1, vec![assign(1, value)]);
    let x = variable(&mut model, 0);
    let list = model.exprs.list(&[x]);
    let outer = model.exprs.add(Expr::Call(g, list));
    let expected = model.exprs.product(two, call);
    assert_eq!(Inliner::default().inline(&mut model, outer), expected);
}
