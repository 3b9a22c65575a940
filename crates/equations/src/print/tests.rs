use syntax::{FileId, Place, Span};

use super::*;
use crate::{
    AccessStep, AssignmentTarget, Builtin, FunctionId, Instance, InstanceId, Operator, Origin, OriginId,
    Statement,
};

fn place() -> Place {
    Place { file: FileId(0), span: Span::at(0) }
}

/// A model with the Real variables given, all in the component `c`.
fn model(names: &[&str]) -> FlatModel {
    let mut m = FlatModel { name: "M".to_string(), ..FlatModel::default() };
    let (root, name, class) = (InstanceId(0), m.symbols.add("c"), m.symbols.add("C"));
    for _ in 0..2 {
        m.instances.push(Instance {
            parent: root,
            name,
            subscripts: None,
            class,
            kind: crate::InstanceKind::Model,
            place: place(),
        });
    }
    m.origins.push(Origin::Written { place: place(), instance: root });
    for name in names {
        let name = m.symbols.add(name);
        m.variables.push(Variable {
            instance: InstanceId(1),
            name,
            subscripts: None,
            kind: Type::Real,
            variability: Variability::Continuous,
            causality: Causality::None,
            flow: false,
            stream: false,
            binding: None,
            origin: OriginId(0),
            bound: OriginId(0),
        });
    }
    m
}

fn equation(kind: EquationKind) -> Equation {
    Equation { kind, origin: OriginId(0) }
}

#[test]
fn parentheses_only_where_needed() {
    let mut m = model(&["a", "b", "d"]);
    let [a, b, d] = [0, 1, 2].map(|id| m.exprs.add(Expr::Variable(VariableId(id))));
    let mut op = |operator, a, b| m.exprs.add(Expr::Binary(operator, a, b));
    let sum = op(Operator::Add, a, b);
    let cases = [
        (op(Operator::Multiply, sum, d), "(c.a + c.b) * c.d"),
        (op(Operator::Add, sum, d), "c.a + c.b + c.d"),
        (op(Operator::Subtract, d, sum), "c.d - (c.a + c.b)"),
        (op(Operator::Power, sum, d), "(c.a + c.b)^c.d"),
    ];
    for (id, text) in cases {
        assert_eq!(m.expr_text(id), text);
    }
    let minus = m.exprs.add(Expr::Unary(Operator::Negate, a));
    let (two, real) = (m.exprs.integer(-2), m.exprs.real(1e21));
    let product = m.exprs.add(Expr::Binary(Operator::Multiply, a, b));
    let less = m.exprs.add(Expr::Binary(Operator::Less, a, b));
    let not = m.exprs.add(Expr::Unary(Operator::Not, less));
    let both = m.exprs.add(Expr::Binary(Operator::And, not, less));
    let choice = m.exprs.add(Expr::If(both, a, b));
    let nested = m.exprs.add(Expr::If(less, d, choice));
    let cases = [
        (m.exprs.add(Expr::Binary(Operator::Add, minus, b)), "-c.a + c.b"),
        (m.exprs.add(Expr::Binary(Operator::Multiply, b, minus)), "c.b * (-c.a)"),
        (m.exprs.add(Expr::Binary(Operator::Power, two, a)), "(-2)^c.a"),
        (m.exprs.add(Expr::Unary(Operator::Negate, product)), "-c.a * c.b"),
        (m.exprs.add(Expr::Binary(Operator::Divide, a, product)), "c.a / (c.a * c.b)"),
        (real, "1.0e21"),
        (both, "not c.a < c.b and c.a < c.b"),
        (nested, "if c.a < c.b then c.d elseif not c.a < c.b and c.a < c.b then c.a else c.b"),
        (m.exprs.add(Expr::Binary(Operator::Add, choice, a)), {
            "(if not c.a < c.b and c.a < c.b then c.a else c.b) + c.a"
        }),
    ];
    for (id, text) in cases {
        assert_eq!(m.expr_text(id), text);
    }
}

#[test]
fn long_and_deep_expressions_can_be_printed() {
    let mut m = model(&["a"]);
    let a = m.exprs.add(Expr::Variable(VariableId(0)));
    let (mut chain, mut deep) = (a, a);
    for _ in 0..100_000 {
        chain = m.exprs.add(Expr::Binary(Operator::Add, chain, a));
        deep = m.exprs.builtin(Builtin::Sin, &[deep]);
    }
    assert_eq!(m.expr_text(chain).len(), 3 + 100_000 * 6);
    assert!(m.expr_text(deep).contains('…'));
}

#[test]
fn a_whole_model() {
    let mut m = model(&["x", "p", "u", "n"]);
    m.variables[1].variability = Variability::Parameter;
    m.variables[2].causality = Causality::Input;
    m.variables[3].kind = Type::Integer;
    m.variables[3].variability = Variability::Discrete;
    let [x, p, u, n] = [0, 1, 2, 3].map(|id| m.exprs.add(Expr::Variable(VariableId(id))));
    let volt = m.symbols.add("V");
    let (one, two, zero) = (m.exprs.real(1.0), m.exprs.integer(2), m.exprs.real(0.0));
    let (volt, yes) = (m.exprs.add(Expr::String(volt)), m.exprs.boolean(true));
    m.variables[1].binding = Some(one);
    m.attributes = vec![
        (VariableId(0), Attribute::Fixed, yes),
        (VariableId(0), Attribute::Start, zero),
        (VariableId(1), Attribute::Unit, volt),
    ]
    .into();
    let local = |m: &mut FlatModel, name: &str, dims: &[Option<ExprId>]| {
        let name = m.symbols.add(name);
        Local { name, kind: Type::Real, dims: dims.to_vec(), binding: None, fields: vec![] }
    };
    let locals = vec![local(&mut m, "v", &[None]), local(&mut m, "y", &[]), local(&mut m, "k", &[])];
    let [v, y, k] = [0, 1, 2].map(|number| m.exprs.add(Expr::Local(number)));
    let size = m.exprs.builtin(Builtin::Size, &[v, two]);
    let step = m.exprs.integer(1);
    let range = m.exprs.add(Expr::Range(two, step, size));
    let list = m.exprs.list(&[k]);
    let item = m.exprs.add(Expr::Index(v, list));
    let total = m.exprs.sum(y, item);
    let assign = |local, value| Statement::Assign(AssignmentTarget { local, path: vec![] }, value);
    m.functions.push(Function {
        locals,
        inputs: 1,
        outputs: 1,
        body: Some(vec![assign(1, zero), Statement::For(2, range, vec![assign(1, total)])]),
        ..Function::new(m.symbols.add("A.total"), place())
    });
    let der = m.exprs.builtin(Builtin::Der, &[x]);
    let ux = m.exprs.list(&[u, x]);
    let array = m.exprs.add(Expr::Array(ux));
    let arguments = m.exprs.list(&[array]);
    let call = m.exprs.add(Expr::Call(FunctionId(0), arguments));
    let high = m.exprs.compare(Operator::Greater, x, p);
    let reset = m.exprs.builtin(Builtin::Reinit, &[x, zero]);
    let up = m.exprs.builtin(Builtin::Pre, &[n]);
    let up = m.exprs.sum(up, two);
    m.initial_equations = vec![equation(EquationKind::Equality(x, p))].into();
    m.equations = vec![
        equation(EquationKind::Equality(der, call)),
        equation(EquationKind::When(vec![(
            high,
            vec![equation(EquationKind::Equality(n, up)), equation(EquationKind::Call(reset))],
        )])),
    ]
    .into();
    assert_eq!(
        m.print(),
        r#"function A.total
  input Real v[:];
  output Real y;
protected
  Real k;
algorithm
  y := 0.0;
  for k in 2:size(v, 2) loop
    y := y + v[k];
  end for;
end A.total;

model M
  Real c.x(start = 0.0, fixed = true);
  parameter Real c.p(unit = "V") = 1.0;
  input Real c.u;
  Integer c.n;
initial equation
  c.x = c.p;
equation
  der(c.x) = A.total({c.u, c.x});
  when c.x > c.p then
    c.n = pre(c.n) + 2;
    reinit(c.x, 0.0);
  end when;
end M;
"#
    );
    assert_eq!((m.scalar_equations(), m.unknowns()), (2, 2));
}

#[test]
fn branches_and_algorithms() {
    let mut m = model(&["x", "y"]);
    let [x, y] = [0, 1].map(|id| m.exprs.add(Expr::Variable(VariableId(id))));
    let (yes, one) = (m.exprs.boolean(true), m.exprs.integer(1));
    let less = m.exprs.compare(Operator::Less, x, y);
    let same = |a, b| equation(EquationKind::Equality(a, b));
    let target = AssignmentTarget { local: 1, path: vec![AccessStep::Index(vec![one])] };
    m.equations = vec![
        equation(EquationKind::If(vec![(less, vec![same(x, one)]), (yes, vec![same(y, one)])])),
        equation(EquationKind::Algorithm(
            vec![Statement::If(vec![
                (less, vec![Statement::Assign(target.clone(), x)]),
                (yes, vec![Statement::AssignMany(vec![None, Some(target)], x), Statement::Break]),
            ])],
            vec![VariableId(0), VariableId(1)],
        )),
        equation(EquationKind::When(vec![
            (less, vec![same(x, one)]),
            (less, vec![same(x, one), same(y, one)]),
        ])),
    ]
    .into();
    assert_eq!(
        m.print(),
        "model M
  Real c.x;
  Real c.y;
equation
  if c.x < c.y then
    c.x = 1;
  else
    c.y = 1;
  end if;
  when c.x < c.y then
    c.x = 1;
  elsewhen c.x < c.y then
    c.x = 1;
    c.y = 1;
  end when;
algorithm
  if c.x < c.y then
    c.y[1] := c.x;
  else
    (, c.y[1]) := c.x;
    break;
  end if;
end M;
"
    );
    assert_eq!(m.scalar_equations(), 1 + 2 + 2);
}
