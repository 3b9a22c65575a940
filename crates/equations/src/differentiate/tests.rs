use proptest::prelude::*;
use syntax::{FileId, Place, Span};

use super::*;
use crate::{
    AccessStep, AssignmentTarget, Bounds, Elementary, EvalContext, Local, Solution, Statement, Symbols, Type,
    Value, eval, linear, solve,
};

const X: VariableId = VariableId(0);
const Y: VariableId = VariableId(1);

fn value_at(model: &FlatModel, id: ExprId, at: [f64; 2]) -> Option<f64> {
    let values = |id: VariableId| Some(Value::Real(at[id.at()]));
    eval(&EvalContext::of(model, &values), id).ok()?.as_real().filter(|value| value.is_finite())
}

/// A random expression as what to do on a stack.
#[derive(Clone, Debug)]
enum Word {
    Number(f64),
    X,
    Y,
    Unary(Builtin),
    Negate,
    Binary(Operator),
    Two(Builtin),
    Choose,
}

fn word() -> impl Strategy<Value = Word> {
    use Builtin as B;
    use Operator as O;
    prop_oneof![
        prop_oneof![Just(2.0), Just(-0.5), Just(3.0), Just(0.25), Just(1.0)].prop_map(Word::Number),
        Just(Word::X),
        Just(Word::Y),
        prop::sample::select(
            Elementary::ALL
                .iter()
                .filter(|function| !function.steps())
                .map(|function| function.builtin())
                .collect::<Vec<_>>()
        )
        .prop_map(Word::Unary),
        Just(Word::Negate),
        prop::sample::select(vec![O::Add, O::Subtract, O::Multiply, O::Divide, O::Power])
            .prop_map(Word::Binary),
        prop::sample::select(vec![B::Atan2, B::Min, B::Max]).prop_map(Word::Two),
        Just(Word::Choose),
    ]
}

fn build(e: &mut Exprs, words: &[Word]) -> ExprId {
    let (x, y) = (e.add(Expr::Variable(X)), e.add(Expr::Variable(Y)));
    let mut stack = vec![x];
    for word in words {
        let b = stack.pop().unwrap_or(y);
        let mut two = |e: &mut Exprs, make: &dyn Fn(&mut Exprs, ExprId, ExprId) -> ExprId| {
            let a = stack.pop().unwrap_or(y);
            make(e, a, b)
        };
        let made = match word {
            Word::Number(value) => {
                let number = e.real(*value);
                stack.push(b);
                number
            }
            Word::X => {
                stack.push(b);
                x
            }
            Word::Y => {
                stack.push(b);
                y
            }
            Word::Unary(builtin) => e.builtin(*builtin, &[b]),
            Word::Negate => e.add(Expr::Unary(Operator::Negate, b)),
            Word::Binary(operator) => two(e, &|e, a, b| e.add(Expr::Binary(*operator, a, b))),
            Word::Two(builtin) => two(e, &|e, a, b| e.builtin(*builtin, &[a, b])),
            Word::Choose => two(e, &|e, a, b| {
                let condition = e.add(Expr::Binary(Operator::Less, x, y));
                e.add(Expr::If(condition, a, b))
            }),
        };
        stack.push(made);
    }
    let one = e.real(1.0);
    stack.into_iter().fold(one, |all, item| e.sum(all, item))
}

/// The derivative by x from differences, if two step widths agree on it: then no bend or pole is near.
fn difference(model: &FlatModel, id: ExprId, at: [f64; 2]) -> Option<f64> {
    let slope = |h: f64| {
        let (a, b) = (value_at(model, id, [at[0] - h, at[1]])?, value_at(model, id, [at[0] + h, at[1]])?);
        Some((b - a) / (2.0 * h))
    };
    let (coarse, fine) = (slope(2e-4)?, slope(1e-4)?);
    // Richardson's extrapolation, whose error the difference of both bounds well.
    let best = fine + (fine - coarse) / 3.0;
    ((fine - coarse).abs() <= 1e-5 * best.abs().max(1.0) && best.abs() < 1e6).then_some(best)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Exact derivatives agree with differences wherever these can be trusted.
    #[test]
    fn exact_is_near_differences(words in prop::collection::vec(word(), 1..12), x in 0.1f64..1.5, y in 0.1f64..1.5) {
        let mut model = FlatModel::default();
        let id = build(&mut model.exprs, &words);
        let derivative = partial(&mut model, &mut Derivatives::default(), id, X);
        let derivative = derivative.expect("everything here has a derivative");
        if let Some(expected) = difference(&model, id, [x, y]) {
            let found = derivative.map_or(Some(0.0), |id| value_at(&model, id, [x, y]));
            let scale = 1e-4 * expected.abs().max(1.0);
            prop_assert!(
                found.is_none_or(|found| (found - expected).abs() <= scale),
                "{found:?} {expected} {}", model.exprs.len()
            );
        }
    }

    /// A solution, put in place of the unknown, makes both sides equal, and where it is linear there is no other.
    #[test]
    fn solutions_solve(words in prop::collection::vec(word(), 1..8), y in 0.1f64..1.5, right in -2.0f64..2.0) {
        let mut model = FlatModel::default();
        let id = build(&mut model.exprs, &words);
        let side = model.exprs.real(right);
        let solved = solve(&mut model.exprs, &[], id, side, X, &|_| Bounds::ALL);
        if let Solution::Value(value) | Solution::Unless { value, .. } = solved
            && let Some(x) = value_at(&model, value, [f64::NAN, y]).filter(|x| x.abs() < 1e6)
            && let Some(left) = value_at(&model, id, [x, y])
        {
            prop_assert!((left - right).abs() <= 1e-6 * left.abs().max(1.0), "{left} {right} at {x}");
        }
        if let Some((factor, rest)) = linear(&mut model.exprs, id, X)
            && let (Some(factor), Some(rest), Some(whole)) =
                (value_at(&model, factor, [f64::NAN, y]), value_at(&model, rest, [f64::NAN, y]), value_at(&model, id, [0.7, y]))
        {
            prop_assert!((factor * 0.7 + rest - whole).abs() <= 1e-6 * whole.abs().max(1.0));
        }
    }
}

fn local(symbols: &mut Symbols, name: &str, dims: Vec<Option<ExprId>>) -> Local {
    Local { name: symbols.add(name), kind: Type::Real, dims, binding: None, fields: Vec::new() }
}

fn function(model: &mut FlatModel, locals: &[&str], inputs: u32, body: Option<Vec<Statement>>) -> FunctionId {
    let name = model.symbols.add("f");
    let place = Place { file: FileId(0), span: Span::at(0) };
    let locals = locals.iter().map(|name| local(&mut model.symbols, name, Vec::new())).collect();
    let id = FunctionId(model.functions.len() as u32);
    let derivatives = Vec::new();
    model.functions.push(Function {
        locals,
        inputs,
        outputs: 1,
        body,
        derivatives,
        ..Function::new(name, place)
    });
    id
}

fn assign(local: u32, value: ExprId) -> Statement {
    Statement::Assign(AssignmentTarget { local, path: Vec::new() }, value)
}

/// `f(a, b)`: s := 1; for i in 1:3 loop s := s*a + b; end for; if s > 2 then y := sin(s); else y := s^2; end if.
#[test]
fn algorithms_are_differentiated() {
    let mut model = FlatModel::default();
    let e = &mut model.exprs;
    let [a, b, y, s] = [0, 1, 2, 3].map(|at| e.add(Expr::Local(at)));
    let (one, two, three) = (e.integer(1), e.real(2.0), e.integer(3));
    let range = e.add(Expr::Range(one, one, three));
    let product = e.product(s, a);
    let next = e.sum(product, b);
    let (sine, square) = (e.builtin(Builtin::Sin, &[s]), e.power(s, two));
    let condition = e.compare(Operator::Greater, s, two);
    let truth = e.boolean(true);
    let _ = y;
    let body = vec![
        assign(3, one),
        Statement::For(4, range, vec![assign(3, next)]),
        Statement::If(vec![(condition, vec![assign(2, sine)]), (truth, vec![assign(2, square)])]),
    ];
    let f = function(&mut model, &["a", "b", "y", "s"], 2, Some(body));
    let e = &mut model.exprs;
    let (x, other) = (e.add(Expr::Variable(X)), e.add(Expr::Variable(Y)));
    let list = e.list(&[x, other]);
    let call = e.add(Expr::Call(f, list));
    let mut known = Derivatives::default();
    let derivative = partial(&mut model, &mut known, call, X).unwrap().unwrap();
    let second = partial(&mut model, &mut known, derivative, X).unwrap().unwrap();
    for at in [[0.4, 0.3], [1.2, 0.9], [0.1, 0.1]] {
        let expected = difference(&model, call, at).unwrap();
        assert!((value_at(&model, derivative, at).unwrap() - expected).abs() < 1e-6);
        let expected = difference(&model, derivative, at).unwrap();
        assert!((value_at(&model, second, at).unwrap() - expected).abs() < 1e-5);
    }
    // The same derivative is not made twice.
    let count = model.functions.len();
    partial(&mut model, &mut known, call, X).unwrap();
    assert_eq!(model.functions.len(), count);
}

/// An element of a vector that a function fills: v[2] := a*a, y := v[2] + v[1].
#[test]
fn elements_are_differentiated() {
    let mut model = FlatModel::default();
    let e = &mut model.exprs;
    let [a, v] = [0, 2].map(|at| e.add(Expr::Local(at)));
    let (one, two) = (e.integer(1), e.integer(2));
    let (first, second) = (e.list(&[one]), e.list(&[two]));
    let (first, second) = (e.add(Expr::Index(v, first)), e.add(Expr::Index(v, second)));
    let (square, sum) = (e.product(a, a), e.sum(first, second));
    let at = |subscript| AssignmentTarget { local: 2, path: vec![AccessStep::Index(vec![subscript])] };
    let body = vec![Statement::Assign(at(one), one), Statement::Assign(at(two), square), assign(1, sum)];
    let f = function(&mut model, &["a", "y", "v"], 1, Some(body));
    model.functions[f.at()].locals[2].dims = vec![Some(two)];
    let x = model.exprs.add(Expr::Variable(X));
    let list = model.exprs.list(&[x]);
    let call = model.exprs.add(Expr::Call(f, list));
    let derivative = partial(&mut model, &mut Derivatives::default(), call, X).unwrap().unwrap();
    assert!((value_at(&model, derivative, [0.7, 0.0]).unwrap() - 1.4).abs() < 1e-12);
}

#[test]
fn annotations_come_first_and_second_derivatives_need_a_direction() {
    let mut model = FlatModel::default();
    let f2 = function(&mut model, &["a", "da", "dda", "y"], 3, None);
    let f1 = function(&mut model, &["a", "da", "y"], 2, None);
    let f = function(&mut model, &["a", "y"], 1, None);
    let derivative = |function, order| crate::Derivative { function, order, without: vec![], zero: vec![] };
    model.functions[f.at()].derivatives.push(derivative(f1, 1));
    model.functions[f1.at()].derivatives.push(derivative(f2, 2));
    let e = &mut model.exprs;
    let [x, dx, ddx] = [0, 1, 2].map(|at| e.add(Expr::Variable(VariableId(at))));
    let list = e.list(&[x]);
    let call = e.add(Expr::Call(f, list));
    let mut known = Derivatives::default();
    let mut seed = |exprs: &mut Exprs, leaf| match leaf {
        DerivativeLeaf::Variable(variable) if variable.0 < 2 => {
            Some(exprs.add(Expr::Variable(VariableId(variable.0 + 1))))
        }
        _ => None,
    };
    let first = differentiate(&mut model, &mut known, call, &mut seed).unwrap().unwrap();
    let list = model.exprs.list(&[x, dx]);
    assert_eq!(model.exprs.get(first), Expr::Call(f1, list));
    let second = differentiate(&mut model, &mut known, first, &mut seed).unwrap().unwrap();
    let list = model.exprs.list(&[x, dx, ddx]);
    assert_eq!(model.exprs.get(second), Expr::Call(f2, list));
    // Along another direction the second derivative would be wrong, and the function has no body.
    let found = partial(&mut model, &mut known, first, X);
    assert_eq!(found, Err(DerivativeObstacle { expr: first, kind: DerivativeObstacleKind::Function(f1) }));
}

/// An argument that stands still has the derivative zero, along which the second derivative holds as well.
#[test]
fn second_derivatives_where_an_argument_stands_still() {
    let mut model = FlatModel::default();
    let f2 = function(&mut model, &["a", "b", "da", "db", "dda", "ddb", "y"], 6, None);
    let f1 = function(&mut model, &["a", "b", "da", "db", "y"], 4, None);
    let f = function(&mut model, &["a", "b", "y"], 2, None);
    let derivative = |function, order| crate::Derivative { function, order, without: vec![], zero: vec![] };
    model.functions[f.at()].derivatives.push(derivative(f1, 1));
    model.functions[f1.at()].derivatives.push(derivative(f2, 2));
    let e = &mut model.exprs;
    let (x, two) = (e.add(Expr::Variable(X)), e.real(2.0));
    let list = e.list(&[x, two]);
    let call = e.add(Expr::Call(f, list));
    let mut known = Derivatives::default();
    let mut seed = |exprs: &mut Exprs, leaf| match leaf {
        DerivativeLeaf::Variable(X) => Some(exprs.real(1.0)),
        _ => None,
    };
    let first = differentiate(&mut model, &mut known, call, &mut seed).unwrap().unwrap();
    let second = differentiate(&mut model, &mut known, first, &mut seed).unwrap().unwrap();
    let (zero, one) = (model.exprs.real(0.0), model.exprs.real(1.0));
    let list = model.exprs.list(&[x, two, one, zero, zero, zero]);
    assert_eq!(model.exprs.get(second), Expr::Call(f2, list));
}

#[test]
fn obstacles_are_named() {
    let mut model = FlatModel::default();
    let f = function(&mut model, &["a", "y"], 1, None);
    let e = &mut model.exprs;
    let (x, y) = (e.add(Expr::Variable(X)), e.add(Expr::Variable(Y)));
    let list = e.list(&[x]);
    let call = e.add(Expr::Call(f, list));
    let sum = e.sum(call, y);
    let mut known = Derivatives::default();
    let found = partial(&mut model, &mut known, sum, X);
    assert_eq!(found, Err(DerivativeObstacle { expr: call, kind: DerivativeObstacleKind::Function(f) }));
    // What does not change needs no derivative.
    let one = model.exprs.real(1.0);
    assert_eq!(partial(&mut model, &mut known, sum, Y), Ok(Some(one)));
}

#[test]
fn long_chains_need_no_stack() {
    let mut model = FlatModel::default();
    let x = model.exprs.add(Expr::Variable(X));
    let mut sum = x;
    for number in 0..200_000 {
        let factor = model.exprs.real(f64::from(number) + 1.0);
        let term = model.exprs.product(factor, x);
        sum = model.exprs.sum(sum, term);
    }
    let derivative = partial(&mut model, &mut Derivatives::default(), sum, X).unwrap().unwrap();
    assert_eq!(model.exprs.number(derivative), Some(1.0 + 200_000.0 * 200_001.0 / 2.0));
    let zero = model.exprs.real(0.0);
    assert_eq!(solve(&mut model.exprs, &[], sum, zero, X, &|_| Bounds::ALL), Solution::Value(zero));
}

#[test]
fn divisions_that_may_fail_are_told() {
    let mut e = Exprs::default();
    let (x, y) = (e.add(Expr::Variable(X)), e.add(Expr::Variable(Y)));
    let (product, one) = (e.product(y, x), e.real(1.0));
    let quotient = e.quotient(one, y);
    let found = solve(&mut e, &[], product, one, X, &|_| Bounds::ALL);
    assert_eq!(found, Solution::Unless { value: quotient, factor: y });
    let found = solve(&mut e, &[], product, one, X, &|_| Bounds { low: 0.1, high: 2.0 });
    assert_eq!(found, Solution::Value(quotient));
    assert_eq!(solve(&mut e, &[], y, one, X, &|_| Bounds::ALL), Solution::Absent);
    let (exp, log) = (e.builtin(Builtin::Exp, &[x]), e.builtin(Builtin::Log, &[x]));
    assert_eq!(solve(&mut e, &[], exp, y, X, &|_| Bounds::ALL), Solution::Implicit);
    let undone = e.builtin(Builtin::Exp, &[y]);
    assert_eq!(solve(&mut e, &[], log, y, X, &|_| Bounds::ALL), Solution::Value(undone));
    let both = e.sum(exp, x);
    assert_eq!(solve(&mut e, &[], both, y, X, &|_| Bounds::ALL), Solution::Implicit);
}
