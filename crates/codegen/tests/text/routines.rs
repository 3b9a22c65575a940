//! Functions as routines give what the evaluator gives: values, failures with the same words, and derivatives that agree with
//! differences. Arguments are random, and some are borders of domains.

use codegen::{ArgumentShape, CallSite, Calls, Evaluator};
use equations::{FlatModel, FunctionId, Local, Type};

use super::flat::{evaluator, flat};

/// Functions of all kinds; those called `f…` are tried, and are routines.
const FUNCTIONS: &[&str] = &[
    // Long and without loops, with a call in one of its branches, and not defined everywhere.
    "function g input Real u; input Real v; output Real y; protected Real a = u*v; Real b = a*u + v; Real c = b*b - a; algorithm
       y := a + 2*b*c; y := y*y + sin(a) - cos(b)*c + exp(-c*c) + u^3 - v^5 + tanh(y)*a; y := y + u*v*a*b*c - sqrt(abs(y));
       if y > 3 then y := log(u + 4) + y/(1 + v*v); else y := y + atan2(u, v + 7) - max(a, b)*min(b, c); end if; end g;
     function f input Real u; input Real v; output Real y; output Real z; protected Real s; algorithm
       s := u*u + 3*v - u*v + sin(u)*cos(v) + exp(-u*u) - v*v*u; z := s*s - u + v*(s + 1)*(s - 2) + s^4 - (s + u)*(s - v);
       if u < 0 then y := g(v, s) - s; elseif v > 1 then y := sqrt(v - 1)*s + z*(z + 1); else y := s/(u + 1) + z*z - 3*s*z + log(u + v + 9); end if;
       z := z + y*s - (y + 1)*(z - u); end f;",
    "function f input Real u; output Real y; algorithm y := u; while y*y - 3 > 1e-12 loop y := (y + 3/y)/2; end while; end f;",
    "function f input Real u; output Real y; algorithm if u < 0 then y := -u; return; end if; y := u*u; end f;",
    "function f input Real u; input Integer n; output Real y; algorithm
       y := 1; for i in 1:n loop if y > 100 then break; end if; y := y*u + i; end for; end f;",
    "function f input Real x[:]; output Real y[size(x, 1)]; output Real z; algorithm
       y := x; z := 1 + sum(x)^2; while z > 1 loop z := z/2; end while;
       for i in 1:size(x, 1) loop y[i] := x[i]*i + z; end for; end f;",
    "function f input Real x[:]; output Real y[size(x, 1)]; protected Real t; Boolean again = true; Integer n = size(x, 1); algorithm
       y := x;
       while again loop
         again := false;
         for i in 1:n - 1 loop
           if y[i] > y[i + 1] then t := y[i]; y[i] := y[i + 1]; y[i + 1] := t; again := true; end if;
         end for;
       end while; end f;",
    "function f input Real A[3,3]; input Real b[3]; output Real x[3]; protected Real B[3,3] = A; Integer p; Real s; algorithm
       x := b;
       for k in 1:3 loop
         p := k;
         for i in k + 1:3 loop if abs(B[i, k]) > abs(B[p, k]) then p := i; end if; end for;
         if p <> k then
           for j in 1:3 loop s := B[k, j]; B[k, j] := B[p, j]; B[p, j] := s; end for;
           s := x[k]; x[k] := x[p]; x[p] := s;
         end if;
         for i in k + 1:3 loop
           s := B[i, k]/B[k, k];
           B[i, :] := B[i, :] - s*B[k, :];
           x[i] := x[i] - s*x[k];
         end for;
       end for;
       for k in 3:-1:1 loop x[k] := (x[k] - (if k < 3 then B[k, k + 1:3]*x[k + 1:3] else 0))/B[k, k]; end for; end f;",
    "record R Real p; Integer n; Real v[2]; end R;
     function g input Real u; input Integer n; output R r; protected Integer k; algorithm
       r.p := u; r.n := n; k := 1; while k <= 2 loop r.v[k] := u*k + r.p; k := k + 1; end while; end g;
     function f input Real u; input Integer n; output Real y; protected R r; R s; algorithm
       r := g(u, n); s := g(r.v[1], n + 1); if r.p > 0 then r := s; end if; y := r.p + r.v[2]*s.n - r.n; end f;",
    "record R Real p; Real q; end R;
     function f input Real u; input Integer n; output Real y; protected R r[3]; algorithm
       for i in 1:3 loop r[i].p := i*u; r[i].q := u - i; end for; y := r[n].p*r[4 - n].q + sum(r.p); end f;",
    "function f input Real u; input Integer region; output Real y; protected Real a; algorithm
       if region == 1 then a := u; elseif region == 2 then a := 2*u; elseif region == 3 then a := u^2; end if;
       y := a + 1; end f;",
    "function f input Real u; input Integer n; output Real y; protected Real a; algorithm
       for i in 1:n loop a := u*i; end for; y := a; end f;",
    "function f input Real u; output Real y; algorithm assert(u > -1, \"too cold: \" + String(u)); y := sqrt(u + 1)/u; end f;",
    "function f input Real u; input Integer n; output Real y; protected Real t[4] = {1, 10, 100, 1000}; algorithm y := u*t[n + 1]; end f;",
    "function f input Real u; input Real w; output Real y; algorithm y := log(u) + asin(w/4) + u^w + atan2(u, w) + tan(w); end f;",
    "function f input Real u; input Real w; output Real y; algorithm
       y := min(u, w)*max({u, w, 1}) + abs(u) + sign(w)*sinh(u/9) + cosh(w/9)*tanh(u) - exp(-u) + mod(u, 3) - rem(w, 2) + div(u, 2)
         + floor(w)*integer(u) + ceil(u) + sin(u)*cos(w) + atan(u) + acos(w/10) + log10(abs(u) + 1); end f;",
    "partial function P input Real u; output Real y; end P;
     function h extends P; input Real k; input Real m; algorithm y := k*u^3 - m; end h;
     function solve input P p; input Real low; input Real high; output Real u; protected Real a = low; Real b = high; algorithm
       u := (a + b)/2;
       while abs(b - a) > 1e-13*(1 + abs(u)) loop
         if p(u)*p(b) <= 0 then a := u; else b := u; end if; u := (a + b)/2;
       end while; end solve;
     function f input Real k; input Real m; output Real y; algorithm y := solve(function h(k = abs(k) + 1, m = m), -20, 20); end f;",
    "function g input Real x[:]; output Real y; protected Real s = 0; algorithm
       for v in x loop s := s + v; if s > 20 then break; end if; end for; y := s; end g;
     function f input Real x[:]; output Real y; output Integer n; output Boolean up; algorithm
       y := g(x) - g({x[1], 2}); n := size(x, 1); up := y > 0; for i in n:-1:2 loop if x[i] > 0 then return; end if; n := n - 1; end for; end f;",
    "function f input Real u; input Real w; output Real y; protected Real a; Real b; algorithm
       a := u; b := w; for i in 1:100 loop (a, b) := g(b, a, i); end for; y := a - 2*b; end f;
     function g input Real a; input Real b; input Integer i; output Real c; output Real d; algorithm
       c := if mod(i, 3) == 0 then a + 1e-3*b else a; d := b*0.999; end g;",
    "function f input Integer n; input Integer m; output Integer k; algorithm
       k := 1; for i in 1:20 loop k := mod(k*n*123456789 + m, 1000003); end for; end f;",
    "function f input Integer n; output Integer k; algorithm k := n; for i in 1:70 loop k := k + k; end for; end f;",
    "function f input Real u; output Real y; protected Real a[3]; Real b[3]; algorithm
       a := {u, 2, 3}; for k in 1:2 loop b := a; a := {a[2], a[3], a[1] + k}; a[k] := a[k] + b[3 - k]; end for; y := a*b; end f;",
    "function f input Real u; input Integer n; output Real y; protected Real a[:] = {i*u for i in 1:5}; Real M[2,3]; algorithm
       M := [u, 1, 2; 3, 4*u, 5]; M[:, n] := {a[n], a[5]}; M[n, 2:3] := M[n, 1:2]; y := sum(M) + M[1, :]*M[2, :]; end f;",
    "function f input Real u; output Real y; algorithm
       if u > 2 then y := g(u); else y := u; end if; end f;
     function g input Real u; output Real y; protected String s; algorithm
       s := \"a\" + String(u); y := if s == \"a\" then 1 else 2; end g;",
    "function f input Integer n; input Real u; output Real y; algorithm y := if n <= 1 then u else u*f(n - 1, u); end f;",
    "function f input Real u; output Real y; protected Real a; algorithm
       y := 0; a := u; while true loop y := y + a; a := a/2; if a < 1 then break; elseif y > 50 then y := -1; return; end if; end while;
       y := 2*y; end f;",
    "type E = enumeration(one, two, three);
     function f input E e; input Boolean b; input Real u; output Real y; output E next; protected Real t[E] = {1, 2, u}; Real s[Boolean] = {u, 7}; algorithm
       y := t[e] + s[b]; next := if e == E.three then E.one elseif e > E.one then E.three else E.two; end f;",
];

/// A generator of numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn real(&mut self) -> f64 {
        match self.next() % 8 {
            0 => [0.0, 1.0, -1.0, 3.0][(self.next() % 4) as usize],
            1 => (self.next() % 11) as f64 - 5.0,
            _ => (self.next() % 20_000) as f64 / 1_000.0 - 8.0,
        }
    }
}

/// The shape of a local; sizes that are left open are three.
fn shape(local: &Local) -> ArgumentShape {
    let item = match local.kind {
        Type::Record(class) => {
            let fields = local.fields.iter().map(|field| (field.name, shape(field)));
            ArgumentShape::Record(class, fields.collect())
        }
        kind => ArgumentShape::Scalar(kind),
    };
    if local.dims.is_empty() {
        return item;
    }
    let dims = vec![3; local.dims.len()];
    let count = dims.iter().product();
    ArgumentShape::Array(dims, vec![item; count])
}

fn kinds(shape: &ArgumentShape, out: &mut Vec<Type>) {
    match shape {
        ArgumentShape::Scalar(kind) => out.push(*kind),
        ArgumentShape::Array(_, items) => items.iter().for_each(|item| kinds(item, out)),
        ArgumentShape::Record(_, fields) => fields.iter().for_each(|field| kinds(&field.1, out)),
        ArgumentShape::Text(_) | ArgumentShape::Function(..) => {}
    }
}

fn site(model: &FlatModel, name: &str) -> CallSite {
    let id = model.functions.iter().position(|function| model.symbols.name(function.name) == name);
    let id = FunctionId(id.expect("a function") as u32);
    let function = &model.functions[id.at()];
    let (inputs, rest) = function.locals.split_at(function.inputs as usize);
    let shapes = |locals: &[Local]| locals.iter().map(shape).collect();
    CallSite::new(id, shapes(inputs), shapes(&rest[..function.outputs as usize]))
}

fn model(functions: &str) -> FlatModel {
    // The function is used, or it would not be in the flat model; what for does not matter.
    let function = functions.rfind("function f").map(|at| &functions[at..]).unwrap_or_default();
    let inputs = function.split("output").next().unwrap_or_default().matches("input ").count();
    let mut arguments = Vec::new();
    for input in function.split("input ").skip(1).take(inputs) {
        let input = input.split(';').next().unwrap_or_default();
        arguments.push(match input {
            "Real A[3,3]" => "[1, 2, 3; 3, 1, 2; 2, 3, 1]",
            text if text.contains('[') => "{1, 2, 3}",
            text if text.starts_with("Integer") => "1",
            text if text.starts_with("E ") => "E.one",
            text if text.starts_with("Boolean") => "true",
            _ => "time",
        });
    }
    let targets = function.split(" algorithm").next().unwrap_or_default().matches("output ").count();
    let list = arguments.join(", ");
    flat(&format!(
        "model M {functions} function used {} output Real y; protected {} algorithm y := 0; {} end used; Real y = used({list}); end M;",
        declared(function, inputs, "input ", "input "),
        declared(function, targets, "output ", ""),
        call(function, inputs, targets),
    ))
}

/// The declarations of the first variables with a prefix, under another one.
fn declared(function: &str, count: usize, prefix: &str, other: &str) -> String {
    let texts =
        function.split(prefix).skip(1).take(count).map(|text| text.split(';').next().unwrap_or_default());
    texts
        .map(|text| {
            let own = if other.is_empty() {
                text.replacen(' ', " r_", 1).replace("size(x, 1)", "3")
            } else {
                text.to_string()
            };
            format!("{other}{own}; ")
        })
        .collect()
}

fn call(function: &str, inputs: usize, targets: usize) -> String {
    let names = |prefix: &str, count: usize, lead: &str| -> String {
        let texts = function.split(prefix).skip(1).take(count);
        let name = |text: &str| {
            let declared = text.split(';').next().unwrap_or_default();
            let name = declared.split(' ').nth(1).unwrap_or_default();
            format!("{lead}{}", name.split('[').next().unwrap_or_default())
        };
        texts.map(name).collect::<Vec<_>>().join(", ")
    };
    let left = names("output ", targets, "r_");
    let left = if targets == 1 { left } else { format!("({left})") };
    format!("{left} := f({});", names("input ", inputs, ""))
}

fn ask(calls: &mut Evaluator, site: &CallSite, arguments: &[f64], count: usize) -> Result<Vec<f64>, String> {
    let mut results = vec![0.0; count];
    calls.call(site, arguments, &mut results).map(|()| results)
}

#[test]
fn routines_agree_with_the_evaluator() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for functions in FUNCTIONS {
        let model = model(functions);
        let site = site(&model, "M.f");
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        site.inputs.iter().for_each(|shape| kinds(shape, &mut inputs));
        site.outputs.iter().for_each(|shape| kinds(shape, &mut outputs));
        let (mut fast, mut slow) = (evaluator(&model), evaluator(&model));
        slow.compiled = false;
        assert!(fast.compiles(&site), "{functions}");
        for _ in 0..200 {
            let number = |kind: &Type| match kind {
                Type::Integer => (dice.next() % 6) as f64 - 1.0,
                Type::Boolean => (dice.next() % 2) as f64,
                Type::Enumeration(_) => (dice.next() % 3) as f64 + 1.0,
                _ => dice.real(),
            };
            let arguments: Vec<f64> = inputs.iter().map(number).collect();
            let found = ask(&mut fast, &site, &arguments, outputs.len());
            let expected = ask(&mut slow, &site, &arguments, outputs.len());
            match (&found, &expected) {
                (Ok(found), Ok(expected)) => {
                    for (found, expected) in found.iter().zip(expected) {
                        let error = (found - expected).abs();
                        assert!(
                            error <= 1e-11 * expected.abs().max(1e-3)
                                || found.to_bits() == expected.to_bits(),
                            "{functions}\n{arguments:?}: {found} {expected}"
                        );
                    }
                }
                _ => assert_eq!(found, expected, "{functions}\n{arguments:?}"),
            }
        }
    }
}

#[test]
fn derivatives_run_along() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    for functions in FUNCTIONS {
        let model = model(functions);
        let site = site(&model, "M.f");
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        site.inputs.iter().for_each(|shape| kinds(shape, &mut inputs));
        site.outputs.iter().for_each(|shape| kinds(shape, &mut outputs));
        // A function that searches for a root is not differentiated by its steps.
        if functions.contains("function solve") {
            continue;
        }
        let (mut fast, mut slow) = (evaluator(&model), evaluator(&model));
        slow.compiled = false;
        for _ in 0..60 {
            let number = |kind: &Type| match kind {
                Type::Integer => (dice.next() % 4) as f64,
                Type::Boolean => (dice.next() % 2) as f64,
                Type::Enumeration(_) => (dice.next() % 3) as f64 + 1.0,
                _ => (dice.next() % 20_000) as f64 / 1_000.0 - 8.0 + 1.234e-5,
            };
            let arguments: Vec<f64> = inputs.iter().map(number).collect();
            for by in (0..inputs.len()).filter(|&by| inputs[by] == Type::Real) {
                let mut found = vec![0.0; outputs.len()];
                if fast.partial(&site, by, &arguments, &mut found).is_err() {
                    continue;
                }
                let mut at = |step: f64| {
                    let mut beside = arguments.clone();
                    beside[by] += step;
                    ask(&mut slow, &site, &beside, outputs.len())
                };
                let slopes: Vec<Option<Vec<f64>>> = [1e-5, 2e-5]
                    .iter()
                    .map(|&step| {
                        let (above, below) = (at(step).ok()?, at(-step).ok()?);
                        Some(above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * step)).collect())
                    })
                    .collect();
                let [Some(near), Some(far)] = &slopes[..] else { continue };
                for (result, &found) in found.iter().enumerate() {
                    // Where two differences disagree the function jumps or bends.
                    let (near, far) = (near[result], far[result]);
                    let sure = (near - far).abs() <= 1e-6 * near.abs().max(1.0);
                    if outputs[result] == Type::Real && sure {
                        let error = (near - found).abs();
                        assert!(
                            error <= 1e-4 * near.abs().max(1.0),
                            "{functions}\n{arguments:?} by {by}: {found} {near}"
                        );
                    }
                }
            }
        }
    }
}
