//! Functions: their bodies, arguments and results, and those of other languages.

use super::model::Model;
use crate::eval::*;
use crate::{AccessStep, AssignmentTarget, EnumId, ExternalCall, Local, Statement, Type};

pub(super) fn assign(local: u32, value: ExprId) -> Statement {
    Statement::Assign(AssignmentTarget { local, path: Vec::new() }, value)
}

/// `y[k] := x[k] ^ k` for all elements but the last, which stays zero.
#[test]
fn functions_fill_arrays_in_loops() {
    let mut m = Model::default();
    let x = m.local(0);
    let one = m.int(1);
    let size = m.builtin(Builtin::Size, &[x, one]);
    let locals = vec![
        m.declare("x", Type::Real, &[None]),
        m.declare("y", Type::Real, &[Some(size)]),
        m.declare("k", Type::Integer, &[]),
    ];
    let k = m.local(2);
    let (item, range) = (m.index(x, &[k]), m.range(one, size));
    let (value, last) = (m.op(Operator::Power, item, k), m.op(Operator::Equal, k, size));
    let target = AssignmentTarget { local: 1, path: vec![AccessStep::Index(vec![k])] };
    let body = vec![Statement::For(
        2,
        range,
        vec![Statement::If(vec![(last, vec![Statement::Break])]), Statement::Assign(target, value)],
    )];
    let f = m.function(1, 1, locals, body);
    let (argument, scalar) = (m.ints(&[5, 4, 3]), m.int(3));
    let (good, bad) = (m.call(f, &[argument]), m.call(f, &[scalar]));
    assert_eq!(m.show(good), "{5.0, 16.0, 0.0}");
    assert_eq!(m.show(bad), "input `x` has 1 dimensions, its argument 0");
    let matrix = m.matrix(&[&[2, 3], &[4, 5]]);
    let rows = m.call(f, &[matrix]);
    assert_eq!(m.show(rows), "{{2.0, 0.0}, {4.0, 0.0}}");
}

#[test]
fn defaults_are_found_in_any_order() {
    let mut m = Model::default();
    // input a; input b = c + 1; output y = a * b; protected c = a + 1
    let (a, b, c, one) = (m.local(0), m.local(1), m.local(3), m.int(1));
    let mut locals: Vec<Local> =
        ["a", "b", "y", "c"].map(|name| m.declare(name, Type::Real, &[])).into_iter().collect();
    locals[1].binding = Some(m.op(Operator::Add, c, one));
    locals[2].binding = Some(m.op(Operator::Multiply, a, b));
    locals[3].binding = Some(m.op(Operator::Add, a, one));
    let f = m.function(2, 1, locals, vec![]);
    let five = m.int(5);
    let call = m.call(f, &[five]);
    assert_eq!(m.show(call), "35.0");
    let none = m.call(f, &[]);
    assert_eq!(m.show(none), "input `a` of `f` is not given");
}

#[test]
fn outputs_must_be_assigned() {
    let mut m = Model::default();
    let locals = vec![m.declare("y", Type::Real, &[])];
    let f = m.function(0, 1, locals, vec![Statement::Return]);
    let call = m.call(f, &[]);
    assert_eq!(m.show(call), "`y` is used before it has a value");
}

#[test]
fn several_results_and_records() {
    let mut m = Model::default();
    let class = m.symbols.add("Point");
    let (x, y) = (m.declare("x", Type::Real, &[]), m.declare("y", Type::Real, &[]));
    let (x_name, y_name) = (x.name, y.name);
    let mut point = m.declare("p", Type::Record(class), &[]);
    point.fields = vec![x, y];
    let (mut q, input) = (point.clone(), point);
    q.name = m.symbols.add("q");
    let count = m.declare("n", Type::Integer, &[]);
    let p = m.local(0);
    let (px, two) = (m.exprs.add(Expr::Field(p, x_name)), m.int(2));
    let twice = m.op(Operator::Multiply, px, two);
    let body = vec![
        assign(1, p),
        Statement::Assign(AssignmentTarget { local: 1, path: vec![AccessStep::Field(y_name)] }, twice),
        assign(2, two),
    ];
    let f = m.function(1, 2, vec![input, q, count], body);
    let fields = m.exprs.list(&[two, two]);
    let record = m.exprs.add(Expr::Record(class, fields));
    let call = m.call(f, &[record]);
    let first = m.exprs.add(Expr::Result(call, 0));
    let (second, field) = (m.exprs.add(Expr::Result(call, 1)), m.exprs.add(Expr::Field(first, y_name)));
    assert_eq!(m.show(field), "4.0");
    assert_eq!(m.show(second), "2");
}

#[test]
fn functions_are_arguments() {
    let mut m = Model::default();
    // function line: input a, b, x; output y := a + b * x
    let locals = ["a", "b", "x", "y"].map(|name| m.declare(name, Type::Real, &[])).to_vec();
    let (a, b, x) = (m.local(0), m.local(1), m.local(2));
    let slope = m.op(Operator::Multiply, b, x);
    let value = m.op(Operator::Add, a, slope);
    let line = m.function(3, 1, locals, vec![assign(3, value)]);
    // function at: input function f; input x; output y := f(x)
    let locals = vec![
        m.declare("f", Type::Function, &[]),
        m.declare("x", Type::Real, &[]),
        m.declare("y", Type::Real, &[]),
    ];
    let list = m.exprs.list(&[b]);
    let value = m.exprs.add(Expr::Apply(a, list));
    let at = m.function(2, 1, locals, vec![assign(2, value)]);
    let (zero, one, ten, three) = (m.int(0), m.int(1), m.int(10), m.int(3));
    let given = m.exprs.list(&[zero, one, one, ten]);
    let partial = m.exprs.add(Expr::Partial(FunctionId(line), given));
    let call = m.call(at, &[partial, three]);
    assert_eq!(m.show(call), "31.0");
}

#[test]
fn external_functions() {
    let mut m = Model::default();
    let text = m.text("  ab_1 = -2.5e1;");
    let (one, four, ten, no) = (m.int(1), m.int(4), m.int(10), m.exprs.add(Expr::Boolean(false)));
    let order = Type::Enumeration(EnumId::new(0, 0));
    let (string, integer) = (Type::String, Type::Integer);
    // The first output is returned if the last part says so; the others are arguments.
    for (name, arguments, outputs, returns, value) in [
        ("ModelicaStrings_length", &[text][..], &[integer][..], true, "16"),
        ("ModelicaStrings_substring", &[text, four, four], &[string], true, "\"b\""),
        ("ModelicaStrings_substring", &[text, ten, one], &[string], true, "\"\""),
        ("ModelicaStrings_compare", &[text, text, no], &[order], true, "#2"),
        ("ModelicaStrings_skipWhiteSpace", &[text, one], &[integer], true, "3"),
        ("ModelicaStrings_scanIdentifier", &[text, one], &[integer, string], false, "(7, \"ab_1\")"),
        ("ModelicaStrings_scanReal", &[text, ten, no], &[integer, Type::Real], false, "(16, -25.0)"),
        ("ModelicaStrings_scanInteger", &[text, ten, no], &[integer, integer], false, "(10, 0)"),
        ("ModelicaError", &[text], &[], false, "  ab_1 = -2.5e1;"),
    ] {
        let mut locals: Vec<Local> = arguments.iter().map(|_| m.declare("x", string, &[])).collect();
        locals.extend(outputs.iter().map(|&kind| m.declare("y", kind, &[])).collect::<Vec<_>>());
        let (inputs, all) = (arguments.len() as u32, locals.len() as u32);
        let f = m.function(inputs, outputs.len() as u32, locals, vec![]);
        let passed = if returns { inputs } else { all };
        let passed = (0..passed).map(|local| m.exprs.add(Expr::Local(local))).collect();
        let (language, name_of) = (m.symbols.add("C"), m.symbols.add(name));
        m.functions[f as usize].body = None;
        m.functions[f as usize].external = Some(ExternalCall {
            language,
            name: name_of,
            result: returns.then_some(inputs),
            arguments: passed,
        });
        let call = m.call(f, arguments);
        assert_eq!(m.show(call), value, "{name}");
    }
}

#[test]
fn external_functions_that_are_not_known_or_not_called() {
    let mut m = Model::default();
    for (name, gap) in [
        ("unheard_of", Unevaluable::External(FunctionId(0))),
        ("ModelicaInternal_getpid", Unevaluable::Refused(FunctionId(1), "asks for the process")),
        ("ModelicaInternal_stat", Unevaluable::Refused(FunctionId(2), "reads files")),
    ] {
        let locals = vec![m.declare("x", Type::String, &[]), m.declare("y", Type::Integer, &[])];
        let f = m.function(1, 1, locals, vec![]);
        let text = m.exprs.add(Expr::Local(0));
        let (language, name) = (m.symbols.add("C"), m.symbols.add(name));
        m.functions[f as usize].body = None;
        m.functions[f as usize].external =
            Some(ExternalCall { language, name, result: Some(1), arguments: vec![text] });
        let file = m.text("file");
        let call = m.call(f, &[file]);
        assert_eq!(m.eval(call), Err(EvalFailure::Unsupported(gap)));
    }
}
