use proptest::prelude::*;
use syntax::{FileId, Place, Span};

use super::*;
use crate::{EnumId, External, Inlining, Local, Statement, Step, Target, Type};

/// A model small enough to write down in a test.
#[derive(Default)]
struct Model {
    exprs: Exprs,
    symbols: Symbols,
    functions: Vec<Function>,
}

impl Model {
    fn int(&mut self, value: i64) -> ExprId {
        self.exprs.integer(value)
    }

    fn ints(&mut self, values: &[i64]) -> ExprId {
        let items: Vec<ExprId> = values.iter().map(|&value| self.int(value)).collect();
        self.vector(&items)
    }

    fn vector(&mut self, items: &[ExprId]) -> ExprId {
        let list = self.exprs.list(items);
        self.exprs.add(Expr::Array(list))
    }

    fn matrix(&mut self, rows: &[&[i64]]) -> ExprId {
        let rows: Vec<ExprId> = rows.iter().map(|row| self.ints(row)).collect();
        self.vector(&rows)
    }

    fn text(&mut self, text: &str) -> ExprId {
        let symbol = self.symbols.add(text);
        self.exprs.add(Expr::String(symbol))
    }

    fn local(&mut self, local: u32) -> ExprId {
        self.exprs.add(Expr::Local(local))
    }

    fn op(&mut self, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.add(Expr::Binary(operator, a, b))
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[ExprId]) -> ExprId {
        self.exprs.builtin(builtin, arguments)
    }

    fn call(&mut self, function: u32, arguments: &[ExprId]) -> ExprId {
        let list = self.exprs.list(arguments);
        self.exprs.add(Expr::Call(FunctionId(function), list))
    }

    fn index(&mut self, array: ExprId, subscripts: &[ExprId]) -> ExprId {
        let list = self.exprs.list(subscripts);
        self.exprs.add(Expr::Index(array, list))
    }

    fn range(&mut self, start: ExprId, stop: ExprId) -> ExprId {
        let step = self.int(1);
        self.exprs.add(Expr::Range(start, step, stop))
    }

    /// A function; its locals are given by name, type and dimensions.
    fn function(&mut self, inputs: u32, outputs: u32, locals: Vec<Local>, body: Vec<Statement>) -> u32 {
        let name = self.symbols.add("f");
        let place = Place { file: FileId(0), span: Span::at(0) };
        let body = Some(body);
        self.functions.push(Function {
            name,
            place,
            locals,
            inputs,
            outputs,
            body,
            external: None,
            derivatives: Vec::new(),
            inverses: Vec::new(),
            inlining: Inlining::default(),
            acts: false,
        });
        self.functions.len() as u32 - 1
    }

    fn declare(&mut self, name: &str, kind: Type, dims: &[Option<ExprId>]) -> Local {
        let name = self.symbols.add(name);
        Local { name, kind, dims: dims.to_vec(), binding: None, fields: Vec::new() }
    }

    fn eval(&self, expr: ExprId) -> Result<Value, Failure> {
        eval(
            &Context {
                exprs: &self.exprs,
                functions: &self.functions,
                symbols: &self.symbols,
                enumerations: &[],
                values: &|id| (id.0 == 0).then_some(Value::Real(0.5)),
                files: None,
                outside: None,
            },
            expr,
        )
    }

    /// The value written like a Modelica literal.
    fn show(&self, expr: ExprId) -> String {
        match self.eval(expr) {
            Ok(value) => show(&value),
            Err(Failure::Wrong(message)) => message,
            Err(failure) => format!("{failure:?}"),
        }
    }
}

fn show(value: &Value) -> String {
    fn rows(dims: &[usize], items: &[Value]) -> String {
        let Some((_, inner)) = dims.split_first() else { return show(&items[0]) };
        let size: usize = inner.iter().product();
        let parts: Vec<String> = items.chunks(size.max(1)).map(|part| rows(inner, part)).collect();
        format!("{{{}}}", parts.join(", "))
    }
    match value {
        Value::Real(value) => format!("{value:?}"),
        Value::Integer(value) => value.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::String(text) => format!("{text:?}"),
        Value::Literal(_, literal) => format!("#{literal}"),
        Value::Array(array) if array.items.is_empty() => format!("empty {:?}", array.dims),
        Value::Array(array) => rows(&array.dims, &array.items),
        Value::Tuple(values) => format!("({})", values.iter().map(show).collect::<Vec<_>>().join(", ")),
        other => format!("{other:?}"),
    }
}

fn assign(local: u32, value: ExprId) -> Statement {
    Statement::Assign(Target { local, path: Vec::new() }, value)
}

#[test]
fn integers_stay_integers_but_quotients_and_powers_are_real() {
    let mut m = Model::default();
    let (seven, two) = (m.int(7), m.int(2));
    for (operator, value) in [
        (Operator::Add, "9"),
        (Operator::Multiply, "14"),
        (Operator::Divide, "3.5"),
        (Operator::Power, "49.0"),
        (Operator::Less, "false"),
        (Operator::NotEqual, "true"),
    ] {
        let expr = m.op(operator, seven, two);
        assert_eq!(m.show(expr), value);
    }
    let (zero, huge) = (m.int(0), m.int(i64::MAX));
    let expr = m.op(Operator::Divide, seven, zero);
    assert_eq!(m.show(expr), "division by zero");
    let expr = m.op(Operator::Add, huge, huge);
    assert_eq!(m.show(expr), "an Integer is too large");
}

#[test]
fn strings_and_truth() {
    let mut m = Model::default();
    let (a, b) = (m.text("ab"), m.text("c"));
    let joined = m.op(Operator::Add, a, b);
    assert_eq!(m.show(joined), "\"abc\"");
    let less = m.op(Operator::Less, a, b);
    assert_eq!(m.show(less), "true");
    // The right side of a settled `or` is not looked at.
    let unknown = m.exprs.add(Expr::Variable(VariableId(9)));
    let settled = m.op(Operator::Or, less, unknown);
    assert_eq!(m.show(settled), "true");
    let open = m.op(Operator::And, less, unknown);
    assert_eq!(m.eval(open), Err(Failure::Unknown(VariableId(9))));
    let mixed = m.op(Operator::Add, a, unknown);
    assert_eq!(m.eval(mixed), Err(Failure::Unknown(VariableId(9))));
    let time = m.exprs.add(Expr::Time);
    assert_eq!(m.eval(time), Err(Failure::Unsupported(Gap::Form("time"))));
}

#[test]
fn products_follow_linear_algebra() {
    let mut m = Model::default();
    let a = m.matrix(&[&[1, 2], &[3, 4], &[5, 6]]);
    let (two, three) = (m.ints(&[10, 100]), m.ints(&[1, 10, 100]));
    let cases = [
        (m.op(Operator::Multiply, a, two), "{210, 430, 650}"),
        (m.op(Operator::Multiply, three, a), "{531, 642}"),
        (m.op(Operator::Multiply, two, two), "10100"),
        (m.op(Operator::ElementMultiply, two, two), "{100, 10000}"),
        (m.op(Operator::Multiply, a, a), "sizes differ: size [3, 2] and size [3, 2]"),
        (m.op(Operator::Add, two, three), "sizes differ: size [2] and size [3]"),
        (m.builtin(Builtin::Transpose, &[a]), "{{1, 3, 5}, {2, 4, 6}}"),
        (m.builtin(Builtin::OuterProduct, &[two, two]), "{{100, 1000}, {1000, 10000}}"),
        (m.builtin(Builtin::Diagonal, &[two]), "{{10, 0}, {0, 100}}"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
    let (two, scalar) = (m.int(2), m.exprs.real(0.5));
    let square = m.matrix(&[&[1, 1], &[0, 1]]);
    let cases = [
        (m.op(Operator::Power, square, two), "{{1.0, 2.0}, {0.0, 1.0}}"),
        (m.op(Operator::Multiply, scalar, square), "{{0.5, 0.5}, {0.0, 0.5}}"),
        (m.op(Operator::Divide, square, two), "{{0.5, 0.5}, {0.0, 0.5}}"),
        (m.op(Operator::ElementAdd, square, two), "{{3, 3}, {2, 3}}"),
        (m.op(Operator::Add, square, two), "sizes differ: size [2, 2] and a scalar"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
    let (x, y) = (m.ints(&[1, 0, 0]), m.ints(&[0, 1, 0]));
    let cross = m.builtin(Builtin::Cross, &[x, y]);
    assert_eq!(m.show(cross), "{0, 0, 1}");
}

#[test]
fn ranges_of_every_type() {
    let mut m = Model::default();
    let range = |m: &mut Model, start: Expr, step: Expr, stop: Expr| {
        let [start, step, stop] = [start, step, stop].map(|expr| m.exprs.add(expr));
        let range = m.exprs.add(Expr::Range(start, step, stop));
        m.show(range)
    };
    let (int, real) = (Expr::Integer, |value: f64| Expr::Real(value.into()));
    let literal = |number| Expr::Literal(EnumId(0), number);
    assert_eq!(range(&mut m, int(1), int(1), int(3)), "{1, 2, 3}");
    assert_eq!(range(&mut m, int(1), int(2), int(6)), "{1, 3, 5}");
    assert_eq!(range(&mut m, int(3), int(-2), int(0)), "{3, 1}");
    assert_eq!(range(&mut m, int(3), int(1), int(1)), "empty [0]");
    assert_eq!(range(&mut m, int(3), int(0), int(1)), "the step of a range is zero");
    assert_eq!(range(&mut m, real(0.0), real(0.5), int(1)), "{0.0, 0.5, 1.0}");
    assert_eq!(range(&mut m, real(1.3), int(1), real(3.2)), "{1.3, 2.3}");
    assert_eq!(range(&mut m, Expr::Boolean(false), int(1), Expr::Boolean(true)), "{false, true}");
    assert_eq!(range(&mut m, literal(2), int(1), literal(4)), "{#2, #3, #4}");
    assert_eq!(range(&mut m, int(0), int(1), int(i64::MAX)), "TooLong");
}

#[test]
fn subscripts_select() {
    let mut m = Model::default();
    let a = m.matrix(&[&[1, 2, 3], &[4, 5, 6]]);
    let (one, two, five, all) = (m.int(1), m.int(2), m.int(5), m.exprs.add(Expr::All));
    let end = m.exprs.add(Expr::End(a, 2));
    let (last, yes) = (m.range(two, end), m.exprs.add(Expr::Boolean(true)));
    for (subscripts, value) in [
        (&[two, end][..], "6"),
        (&[two], "{4, 5, 6}"),
        (&[all, one], "{1, 4}"),
        (&[yes, one], "4"),
        (&[all, last], "{{2, 3}, {5, 6}}"),
        (&[one, five], "subscript 5 is outside of 1..3"),
        (&[one, one, one], "3 subscripts for an array with 2 dimensions"),
    ] {
        let expr = m.index(a, subscripts);
        assert_eq!(m.show(expr), value);
    }
}

#[test]
fn builtins_of_arrays() {
    let mut m = Model::default();
    let a = m.matrix(&[&[1, 2, 3], &[4, 5, 6]]);
    let (one, two, three) = (m.int(1), m.int(2), m.int(3));
    let (half, single) = (m.exprs.real(0.5), m.builtin(Builtin::Zeros, &[one]));
    let row = m.ints(&[7, 8, 9]);
    let tall = m.builtin(Builtin::Promote, &[row, two]);
    let flat = m.builtin(Builtin::Transpose, &[tall]);
    let cases = [
        (m.builtin(Builtin::Size, &[a]), "{2, 3}"),
        (m.builtin(Builtin::Size, &[a, two]), "3"),
        (m.builtin(Builtin::Ndims, &[a]), "2"),
        (m.builtin(Builtin::Sum, &[a]), "21"),
        (m.builtin(Builtin::Product, &[a]), "720"),
        (m.builtin(Builtin::Max, &[a]), "6"),
        (m.builtin(Builtin::Min, &[one, half]), "0.5"),
        (m.builtin(Builtin::Max, &[one, half]), "1.0"),
        (m.builtin(Builtin::Cat, &[one, a, flat]), "{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}"),
        (m.builtin(Builtin::Cat, &[two, a, a]), "{{1, 2, 3, 1, 2, 3}, {4, 5, 6, 4, 5, 6}}"),
        (m.builtin(Builtin::Fill, &[half, two, one]), "{{0.5}, {0.5}}"),
        (m.builtin(Builtin::Identity, &[two]), "{{1, 0}, {0, 1}}"),
        (m.builtin(Builtin::Linspace, &[one, two, three]), "{1.0, 1.5, 2.0}"),
        (m.builtin(Builtin::Vector, &[flat]), "{7, 8, 9}"),
        (m.builtin(Builtin::Matrix, &[row]), "{{7}, {8}, {9}}"),
        (m.builtin(Builtin::Scalar, &[single]), "0"),
        (m.builtin(Builtin::Der, &[a]), "{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}"),
        (m.builtin(Builtin::Symmetric, &[a]), "only a square matrix can be made symmetric"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
}

#[test]
fn division_with_remainder() {
    let mut m = Model::default();
    for (a, b, div, modulo, rem) in
        [(7, 3, "2", "1", "1"), (-7, 3, "-2", "2", "-1"), (7, -3, "-2", "-2", "1"), (-7, -3, "2", "-1", "-1")]
    {
        let (a, b) = (m.int(a), m.int(b));
        for (builtin, value) in [(Builtin::Div, div), (Builtin::Mod, modulo), (Builtin::Rem, rem)] {
            let expr = m.builtin(builtin, &[a, b]);
            assert_eq!(m.show(expr), value);
            let real = m.exprs.builtin(Builtin::Real, &[a]);
            let expr = m.builtin(builtin, &[real, b]);
            assert_eq!(m.show(expr), format!("{value}.0"));
        }
    }
}

#[test]
fn conversions_and_checks() {
    let mut m = Model::default();
    let (x, four, ten) = (m.exprs.real(-2.5), m.int(4), m.int(10));
    let (no, form) = (m.exprs.add(Expr::Boolean(false)), m.text(".2f"));
    let message = m.text("too hot");
    let cases = [
        (m.builtin(Builtin::Integer, &[x]), "-3"),
        (m.builtin(Builtin::Sign, &[x]), "-1"),
        (m.builtin(Builtin::Sqrt, &[x]), "`sqrt` of -2.5 is not defined"),
        (m.builtin(Builtin::String, &[x]), "\"-2.5\""),
        (m.builtin(Builtin::String, &[x, form]), "\"-2.50\""),
        (m.builtin(Builtin::String, &[x, four, ten, no]), "\"      -2.5\""),
        (m.builtin(Builtin::String, &[four, four]), "\"4   \""),
        (m.builtin(Builtin::SemiLinear, &[x, four, ten]), "-25.0"),
        (m.builtin(Builtin::Assert, &[no, message]), "too hot"),
        (m.builtin(Builtin::Pre, &[x]), "Unsupported(Builtin(Pre))"),
    ];
    for (expr, value) in cases {
        assert_eq!(m.show(expr), value);
    }
}

#[test]
fn comprehensions_nest() {
    let mut m = Model::default();
    let (one, two, three) = (m.int(1), m.int(2), m.int(3));
    let (i, j) = (m.local(0), m.local(1));
    let (rows, columns) = (m.range(one, two), m.range(one, three));
    let product = m.op(Operator::Multiply, i, j);
    let row = m.exprs.add(Expr::Comprehension(1, columns, product));
    let all = m.exprs.add(Expr::Comprehension(0, rows, row));
    assert_eq!(m.show(all), "{{1, 2, 3}, {2, 4, 6}}");
    assert_eq!(m.show(i), "`local 1` is used before it has a value");
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
    let target = Target { local: 1, path: vec![Step::Index(vec![k])] };
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
        Statement::Assign(Target { local: 1, path: vec![Step::Field(y_name)] }, twice),
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
fn endless_loops_and_recursion_end() {
    let mut m = Model::default();
    let yes = m.exprs.add(Expr::Boolean(true));
    let locals = vec![m.declare("y", Type::Real, &[])];
    let f = m.function(0, 1, locals, vec![Statement::While(yes, vec![])]);
    let call = m.call(f, &[]);
    assert_eq!(m.eval(call), Err(Failure::TooLong));
    let locals = vec![m.declare("y", Type::Real, &[])];
    let mut m = Model::default();
    let call = m.call(0, &[]);
    let g = m.function(0, 1, locals, vec![assign(0, call)]);
    assert_eq!(g, 0);
    assert_eq!(m.eval(call), Err(Failure::TooDeep));
}

/// On a stack of 2 MB, half of which must be enough.
#[test]
fn deep_expressions_fail_instead_of_overflowing() {
    let run = || {
        // Every level goes the way with the largest frames: call, statement, built-in, subscript.
        let mut m = Model::default();
        let yes = m.exprs.add(Expr::Boolean(true));
        let (one, x) = (m.int(1), m.local(0));
        let inner = m.call(0, &[x]);
        let list = m.vector(&[inner]);
        let item = m.index(list, &[one]);
        let mut value = m.builtin(Builtin::Abs, &[item]);
        for _ in 0..3 {
            value = m.vector(&[value]);
            value = m.builtin(Builtin::Sum, &[value]);
            value = m.exprs.add(Expr::If(yes, value, one));
        }
        let locals = vec![m.declare("x", Type::Real, &[]), m.declare("y", Type::Real, &[])];
        m.function(1, 1, locals, vec![Statement::If(vec![(yes, vec![assign(1, value)])])]);
        let call = m.call(0, &[one]);
        assert_eq!(m.eval(call), Err(Failure::TooDeep));
        let mut deep = one;
        for _ in 0..100_000 {
            deep = m.builtin(Builtin::Abs, &[deep]);
            let list = m.exprs.list(&[one]);
            deep = m.exprs.add(Expr::Index(deep, list));
        }
        assert_eq!(m.eval(deep), Err(Failure::TooDeep));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn long_chains_are_not_deep() {
    let mut m = Model::default();
    let one = m.int(1);
    let mut sum = one;
    for _ in 0..100_000 {
        sum = m.op(Operator::Add, sum, one);
    }
    assert_eq!(m.show(sum), "100001");
}

#[test]
fn external_functions() {
    let mut m = Model::default();
    let text = m.text("  ab_1 = -2.5e1;");
    let (one, four, ten, no) = (m.int(1), m.int(4), m.int(10), m.exprs.add(Expr::Boolean(false)));
    let order = Type::Enumeration(EnumId(0));
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
        m.functions[f as usize].external =
            Some(External { language, name: name_of, result: returns.then_some(inputs), arguments: passed });
        let call = m.call(f, arguments);
        assert_eq!(m.show(call), value, "{name}");
    }
}

#[test]
fn external_functions_that_are_not_known_or_not_called() {
    let mut m = Model::default();
    for (name, gap) in [
        ("unheard_of", Gap::External(FunctionId(0))),
        ("ModelicaInternal_getpid", Gap::Refused(FunctionId(1), "asks for the process")),
        ("ModelicaInternal_stat", Gap::Refused(FunctionId(2), "reads files")),
    ] {
        let locals = vec![m.declare("x", Type::String, &[]), m.declare("y", Type::Integer, &[])];
        let f = m.function(1, 1, locals, vec![]);
        let text = m.exprs.add(Expr::Local(0));
        let (language, name) = (m.symbols.add("C"), m.symbols.add(name));
        m.functions[f as usize].body = None;
        m.functions[f as usize].external =
            Some(External { language, name, result: Some(1), arguments: vec![text] });
        let file = m.text("file");
        let call = m.call(f, &[file]);
        assert_eq!(m.eval(call), Err(Failure::Unsupported(gap)));
    }
}

proptest! {
    /// The definitions of MLS 3.7.2: `x = div(x, y) * y + rem(x, y)`, and `mod` lies between zero and `y`.
    #[test]
    fn remainders_fit_their_quotients(x in any::<i32>(), y in any::<i32>()) {
        prop_assume!(y != 0);
        let (x, y) = (i64::from(x), i64::from(y));
        let mut m = Model::default();
        let (a, b) = (m.int(x), m.int(y));
        let mut get = |builtin| {
            let expr = m.builtin(builtin, &[a, b]);
            m.eval(expr).unwrap().as_integer().unwrap()
        };
        let (div, rem, modulo) = (get(Builtin::Div), get(Builtin::Rem), get(Builtin::Mod));
        prop_assert_eq!(div * y + rem, x);
        prop_assert!(modulo == 0 || (modulo.signum() == y.signum() && modulo.abs() < y.abs()));
        prop_assert_eq!((x - modulo) % y, 0);
    }

    /// `(A * B)'` is `B' * A'`, and indices agree with how the arrays were written.
    #[test]
    fn transposed_products(rows in 1usize..4, inner in 1usize..4, columns in 1usize..4, seed in 0i64..100) {
        let mut m = Model::default();
        let mut matrix = |rows: usize, columns: usize| {
            let row = |r: usize| (0..columns).map(|c| (r as i64 * 7 + c as i64 * 5 + seed) % 11).collect();
            let rows: Vec<Vec<i64>> = (0..rows).map(row).collect();
            m.matrix(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        let (a, b) = (matrix(rows, inner), matrix(inner, columns));
        let product = m.op(Operator::Multiply, a, b);
        let left = m.builtin(Builtin::Transpose, &[product]);
        let (at, bt) = (m.builtin(Builtin::Transpose, &[a]), m.builtin(Builtin::Transpose, &[b]));
        let right = m.op(Operator::Multiply, bt, at);
        prop_assert_eq!(m.eval(left), m.eval(right));
        let (r, k) = (m.int(rows as i64), m.int(inner as i64));
        let item = m.index(a, &[r, k]);
        let expected = ((rows as i64 - 1) * 7 + (inner as i64 - 1) * 5 + seed) % 11;
        prop_assert_eq!(m.eval(item), Ok(Value::Integer(expected)));
    }
}
