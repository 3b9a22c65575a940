//! Functions: their values are those of the evaluator, their derivatives those of differences.

use codegen::{CallSite, Calls, Executor, Interpreter};

use super::flat::{code, evaluator, expected, flat, right, run, slots};

/// Functions, an equation that uses them, and whether they are all inlined.
const FUNCTIONS: &[(&str, &str, bool)] = &[
    ("function f input Real u; output Real y; algorithm y := u^3 - 2/u; end f;", "f(a) + f(b)", true),
    (
        "function f input Real u; input Real k = 2; output Real y; protected Real t = k*u; algorithm y := t*t; end f;",
        "f(a)*f(b, 3)",
        true,
    ),
    (
        "function f input Real u; output Real y; algorithm
           if u > 1 then y := log(u); elseif u > 0 then y := 2*u; else y := 0; end if; y := y + u; end f;",
        "f(a) - f(-b) + f(b/10)",
        true,
    ),
    (
        "function f input Real x[:]; output Real y; algorithm
           y := 0; for i in 1:size(x, 1) loop y := y + i*x[i]^2; end for; end f;",
        "f({a, b, a*b})",
        true,
    ),
    (
        "function f input Real c[:]; input Real u; output Real y; algorithm
           y := c[1]; for i in 2:size(c, 1) loop if c[i] > 100 then break; end if; y := y*u + c[i]; end for; end f;",
        "f({1, 2, 3, 200, 5}, a)",
        true,
    ),
    (
        "function f input Real A[2,2]; input Real x[2]; output Real y[2]; algorithm y := A*x + transpose(A)*x; end f;
         function s input Real x[:]; output Real y; algorithm y := sum(x) + x*x + max(x); end s;",
        "s(f([a, b; b, 1], {a, 2}))",
        true,
    ),
    (
        "record R Real p; Real v[2]; end R;
         function f input Real u; output R r; algorithm r.p := u; r.v := {u, u^2}; r.v[1] := 3*r.v[2]; end f;
         function g input R r; output Real y; algorithm y := r.p*r.v[1] - r.v[2]; end g;",
        "g(f(a)) + g(R(b, {a, b}))",
        true,
    ),
    (
        "function f input Real u; output Real y; output Real z; algorithm y := sin(u); z := cos(u); end f;
         function g input Real u; output Real y; protected Real s; Real c; algorithm (s, c) := f(u); y := s/c; end g;",
        "g(a) - f(b)",
        true,
    ),
    (
        "function f input Real u; output Real y; protected Real t[3]; algorithm
           t := {1, 2, 3}; t[if u > 0 then 2 else 1] := u; y := t[if u > 5 then 1 else 2]*t[1]; end f;",
        "f(a) + f(-b)",
        true,
    ),
    (
        "function f input Real u; output Real y; algorithm
           y := u; while y*y - 3 > 1e-12 loop y := (y + 3/y)/2; end while; end f;",
        "f(a + 2)*b",
        false,
    ),
    (
        "function f input Real u; output Real y; algorithm
           if u < 0 then y := -u; return; end if; y := u*u; end f;",
        "f(a) + f(-b)",
        false,
    ),
    (
        "function f input Integer n; input Real u; output Real y; algorithm
           y := if n <= 1 then u else u*f(n - 1, u); end f;",
        "f(4, a) + b",
        true,
    ),
    (
        "function f input Integer n; input Real u; output Real y; algorithm
           y := if n <= 1 then u else u*f(n - 1, u); end f;",
        "f(integer(b) + 3, a)",
        false,
    ),
    (
        "function f input Real x[:]; output Real y[size(x, 1)]; output Real z; algorithm
           y := x; z := 1 + sum(x)^2; while z > 1 loop z := z/2; end while; for i in 1:size(x, 1) loop y[i] := x[i]*i + z; end for;
         end f;
         function g input Real x[:]; output Real y; protected Real t[size(x, 1)]; Real z; algorithm
           (t, z) := f(x); y := t*t + z; end g;",
        "g({a, b, 1})",
        false,
    ),
    (
        "partial function P input Real u; output Real y; end P;
         function h extends P; input Real k; algorithm y := k*exp(u); end h;
         function f input P p; input Real u; output Real y; algorithm y := p(u) - p(-u); end f;",
        "f(function h(k = a), b)",
        true,
    ),
    (
        "function f input Real u; input Boolean up; input Integer n; output Real y; algorithm
           y := if up then u^n else u/n; end f;",
        "f(a, a > b, 3) + f(b, a < b, 2)",
        true,
    ),
    (
        "function f input Real u; output Real y; algorithm
           assert(u > -100, \"too cold\"); y := sqrt(abs(u)); end f;",
        "f(a)*f(b)",
        true,
    ),
];

const POINTS: &[[f64; 2]] = &[[1.3, 0.7], [-0.4, 2.2], [7.0, -3.5], [0.2, 0.9]];

fn text(functions: &str, equation: &str) -> String {
    format!("model M {functions} Real a = 1; Real b = 2; Real y; equation y = {equation}; end M;")
}

#[test]
fn values() {
    for &(functions, equation, inlined) in FUNCTIONS {
        let model = flat(&text(functions, equation));
        let code = code(&model).unwrap_or_else(|refusal| panic!("{equation}: {refusal:?}"));
        assert_eq!(code.sites().is_empty(), inlined, "{equation}");
        let wanted = *right(&model).last().expect("an equation");
        for point in POINTS {
            let mut slots = slots(&model, point);
            let expected = expected(&model, wanted, &slots);
            let found = run(&code, &mut slots, &mut evaluator(&model));
            match (&expected, &found) {
                (Ok(expected), Ok(found)) => {
                    let last = found[found.len() - 1];
                    assert!(
                        (last - expected).abs() <= 1e-12 * expected.abs(),
                        "{equation} {last} {expected}"
                    );
                }
                (Err(_), Err(_)) => {}
                _ => panic!("{equation} {expected:?} {found:?}"),
            }
        }
    }
}

#[test]
fn derivatives() {
    for &(functions, equation, inlined) in FUNCTIONS {
        let model = flat(&text(functions, equation));
        let code = code(&model).expect("code");
        let jacobian = code.jacobian(&[0, 1]);
        let row = code.outputs() as u32 - 1;
        for point in POINTS {
            let mut slots = slots(&model, point);
            let mut calls = evaluator(&model);
            let Ok(found) = run(&jacobian.code, &mut slots, &mut calls) else { continue };
            for column in 0..2 {
                let range = jacobian.starts[column] as usize..jacobian.starts[column + 1] as usize;
                let at = range.clone().find(|&at| jacobian.rows[at] == row);
                let mut value = |x: f64| {
                    let mut beside = slots.clone();
                    beside[column] = x;
                    run(&code, &mut beside, &mut calls).map(|outputs| outputs[row as usize])
                };
                let step = 1e-6;
                let (Ok(above), Ok(below)) = (value(point[column] + step), value(point[column] - step))
                else {
                    continue;
                };
                let (slope, exact) = ((above - below) / (2.0 * step), at.map_or(0.0, |at| found[at]));
                let tolerance = if inlined { 1e-7 } else { 1e-5 };
                let error = (slope - exact).abs();
                assert!(error <= tolerance * exact.abs().max(10.0), "{equation} {column} {slope} {exact}");
            }
        }
    }
}

/// A record without a value has that of its declaration, whoever computes it.
#[test]
fn records_begin_with_their_defaults() {
    let model = flat(
        "model M
           record A constant Real[3] a = {1, 2, 3}; constant Integer n = 3; Real b = 2*n; Real c[2] = {b, a[3]}; Real d; end A;
           function f input Real u; output Real y; protected A r; algorithm
             y := u*r.a[2] + r.b + r.c[1]*r.c[2] + r.n + r.d; while y > 1000 loop y := y/2; end while; end f;
           function g input Real u; output Real y; protected A r; algorithm y := u*r.a[2] + r.c[2]; end g;
         Real a = 1; Real y; Real z; equation y = f(a); z = g(a); end M;",
    );
    let code = code(&model).expect("code");
    for compiled in [true, false] {
        let mut calls = evaluator(&model);
        calls.compiled = compiled;
        let found = run(&code, &mut slots(&model, &[10.0]), &mut calls).expect("values");
        assert_eq!(found, [20.0 + 6.0 + 18.0 + 3.0, 23.0]);
    }
    let jacobian = code.jacobian(&[0]);
    let found = run(&jacobian.code, &mut slots(&model, &[10.0]), &mut evaluator(&model));
    assert_eq!(found, Ok(vec![2.0, 2.0]));
}

/// Counts calls.
struct Counted<'a, 'b>(&'a mut codegen::Evaluator<'b>, usize);

impl Calls for Counted<'_, '_> {
    fn call(&mut self, site: &CallSite, arguments: &[f64], results: &mut [f64]) -> Result<(), String> {
        self.1 += 1;
        self.0.call(site, arguments, results)
    }
}

#[test]
fn a_call_with_several_results_is_made_once() {
    let model = flat(
        "model M function f input Real u; output Real y; output Real z; algorithm
           y := u; z := 1; while y > 1 loop y := y/2; z := 2*z; end while; end f;
         Real a = 10; Real y; Real z; equation (y, z) = f(a + 1); end M;",
    );
    let code = code(&model).expect("code");
    let mut inner = evaluator(&model);
    let mut calls = Counted(&mut inner, 0);
    let mut outputs = vec![0.0; code.outputs()];
    let mut slots = slots(&model, &[10.0]);
    Interpreter::new(&code).run(&mut slots, &mut outputs, &mut calls).expect("values");
    assert_eq!((outputs[0], outputs[1], calls.1), (11.0 / 16.0, 16.0, 1));
}

/// A state that several properties are computed from, each by a function of its own that is inlined, is computed once.
#[test]
fn the_same_call_is_made_once() {
    let model = flat(
        "model M
           record R Real p; Real q; end R;
           function f input Real u; output R r; algorithm
             r.p := u; r.q := 1; while r.p > 1 loop r.p := r.p/2; r.q := 2*r.q; end while; end f;
           function p input Real u; output Real y; protected R r; algorithm r := f(u); y := r.p; end p;
           function q input Real u; output Real y; protected R r = f(u); algorithm y := 3*r.q; end q;
         Real a = 10; Real y; Real z; equation y = p(a + 1); z = q(a + 1); end M;",
    );
    let code = code(&model).expect("code");
    let mut inner = evaluator(&model);
    let mut calls = Counted(&mut inner, 0);
    let mut outputs = vec![0.0; code.outputs()];
    Interpreter::new(&code).run(&mut slots(&model, &[10.0]), &mut outputs, &mut calls).expect("values");
    assert_eq!((outputs[0], outputs[1], calls.1), (11.0 / 16.0, 48.0, 1));
}

#[test]
fn a_derivative_function_is_used() {
    let text = |annotation: &str| {
        format!(
            "model M
               function f input Real u; input Real v; output Real y; algorithm
                 y := u; while y > 1e6 loop y := y/2; end while; y := y*v; {annotation} end f;
               function d input Real u; input Real v; input Real du; input Real dv; output Real y; algorithm
                 y := 1000*du + dv; end d;
               function e input Real u; input Real v; input Real du; output Real y; algorithm
                 y := 7*du; end e;
             Real a = 10; Real b = 3; Real y; equation y = f(a, b*b); end M;"
        )
    };
    let slopes = |annotation: &str| {
        let model = flat(&text(annotation));
        let jacobian = code(&model).expect("code").jacobian(&[0, 1]);
        assert_eq!((&jacobian.starts[..], &jacobian.rows[..]), (&[0, 1, 2][..], &[0, 0][..]));
        run(&jacobian.code, &mut slots(&model, &[10.0, 3.0]), &mut evaluator(&model))
    };
    assert_eq!(slopes(""), Ok(vec![9.0, 60.0]));
    assert_eq!(slopes("annotation(derivative = d);"), Ok(vec![1000.0, 6.0]));
    // Where `v` changes it is not right, and the function itself is differentiated.
    assert_eq!(slopes("annotation(derivative(zeroDerivative = v) = e);"), Ok(vec![7.0, 60.0]));
}

/// A table of the standard library: made once, asked in the run, differentiated by differences.
#[test]
fn external_objects_are_numbers() {
    let model = flat(
        "class T extends ExternalObject;
           function constructor input String table; input String file; input Real data[:,:]; input Integer columns[:];
             input Integer smoothness = 1; output T t;
             external \"C\" t = ModelicaStandardTables_CombiTable1D_init3(file, table, data, size(data, 1),
               size(data, 2), columns, size(columns, 1), smoothness, 1, true, \",\", 0); end constructor;
           function destructor input T t; external \"C\" ModelicaStandardTables_CombiTable1D_close(t); end destructor;
         end T;
         function get input T t; input Integer column; input Real u; output Real y;
           external \"C\" y = ModelicaStandardTables_CombiTable1D_getValue(t, column, u); end get;
         model M T t = T(\"NoName\", \"NoName\", [0, 0; 1, 10; 3, 20], {2}); Real a; Real b; equation
           a = 1; b = get(t, 1, a^2); end M;",
    );
    let table = model.variables.iter().position(|variable| variable.kind == equations::Type::External);
    let table = equations::VariableId(table.expect("a table") as u32);
    let made = model.variables[table.at()].binding.expect("a constructor");
    let layout = super::flat::Layout { variables: model.variables.len() as u32 };
    let steps = [codegen::ComputeStep::Assign(table, made)];
    let begin = codegen::compile(&model.exprs, &model.functions, &layout, &steps).expect("code");
    let code = code(&model).expect("code");
    let a = (0..3).find(|&at| model.variable_name(equations::VariableId(at)) == "a").expect("a variable");
    let jacobian = code.jacobian(&[a]);
    let mut calls = evaluator(&model);
    let mut slots = slots(&model, &[]);
    Interpreter::new(&begin).run(&mut slots, &mut [], &mut calls).expect("a table");
    slots[a as usize] = 1.2;
    let found = run(&code, &mut slots, &mut calls).expect("values");
    assert!((found[1] - 12.2).abs() < 1e-12, "{found:?}");
    let found = run(&jacobian.code, &mut slots, &mut calls).expect("values");
    assert!((found[0] - 12.0).abs() < 1e-6, "{found:?}");
}
