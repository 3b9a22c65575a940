//! Small models with results worked out by hand: the right ones pass, and each wrong one fails with the equation that it
//! violates. The values are those of the formulas in the comments, not of a simulation.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use certify::{Certificate, CertificateFindingKind, CertificateVerdict, UndecidedReason, VerifyOptions};
use wellposed::{LoadRequest, MemoryFiles, flatten, open_sources, read_result, verify};

/// What comes of a result of a model; the model is the last class of the text.
pub(super) fn certificate(model: &str, table: &str) -> Certificate {
    certificate_with(model, table, &VerifyOptions::default())
}

/// The same with what is known of how the result was made.
fn certificate_with(model: &str, table: &str, options: &VerifyOptions) -> Certificate {
    let mut files = MemoryFiles::default();
    files.add("M.mo", model);
    let files = Arc::new(files);
    let request = LoadRequest { own: vec!["M.mo".into()], ..LoadRequest::default() };
    let loaded = open_sources(files.clone(), &request);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let flat = flatten(&*files, &loaded, "M");
    let flat = flat.model.unwrap_or_else(|| panic!("{:?}", flat.diagnostics));
    let result = read_result(table.as_bytes()).unwrap();
    let found = verify(&*files, &loaded, &flat, "M.csv", &result, options, &[]);
    found.unwrap_or_else(|found| panic!("{found:?}")).certificate
}

/// Asserts that a result solves a model, with nothing left undecided.
fn holds(model: &str, table: &str) {
    let found = certificate(model, table);
    assert!(found.passed(), "{found:#?}");
    assert!(found.undecided.is_empty(), "{:?}", found.undecided);
}

/// Asserts that it does not, and which equations do not hold.
fn fails(model: &str, table: &str, equations: &[&str]) {
    let found = certificate(model, table);
    let told: Vec<&str> = found.failures.iter().map(|failure| failure.equation.as_str()).collect();
    assert_eq!(told, equations, "{found:#?}");
}

#[test]
fn operators_and_built_in_functions_are_those_of_the_specification() {
    // MLS 3.7: div drops the fraction, mod has the sign of the divisor, rem that of the dividend; integer rounds down.
    let cases = [
        ("a + b*c - d/c", 12.75),
        ("-a^2", -4.0),
        ("a^0.5*a^0.5", 2.0),
        ("if b > a and not c > d then 7 else 8", 7.0),
        ("div(-d - 2, a)", -3.0),
        ("mod(-d - 2, a)", 1.0),
        ("rem(-d - 2, a)", -1.0),
        ("integer(-b - 0.5)", -4.0),
        ("ceil(-b - 0.5)", -3.0),
        ("floor(b + 0.5)", 3.0),
        ("abs(-a - 0.5)", 2.5),
        ("sign(-a)", -1.0),
        ("max(b, c) - min(b, c)", 1.0),
        ("max({a, d, b})", 5.0),
        ("sum({a, b, c})*product({a, b, c})", 216.0),
        ("{a, b, c}*{d, a, b}", 28.0),
        ("scalar([a, b]*[c; d])", 23.0),
        ("cross({a, b, c}, {d, a, b})*{1, 0, 0}", 1.0),
        ("sum(transpose([a, b; c, d])*{1, 10})", 95.0),
        ("sum(symmetric([a, b; c, d]))", 13.0),
        ("sum(skew({a, b, c})*{1, 1, 1})", 0.0),
        ("sum(outerProduct({a, b}, {c, d}))", 45.0),
        ("sum(diagonal({a, b})*{1, 10})", 32.0),
        ("sum(linspace(a, c, 5))", 15.0),
        ("sum(a*k^2 for k in 1:4)", 60.0),
        ("size(fill(a, 2, 3), 2)", 3.0),
        ("sum(cat(1, {a, b}, {c}))", 9.0),
        ("([a, b; c, d]^2)*{1, 0}*{1, 0}", 16.0),
        ("exp(log(d))", 5.0),
        ("log10(a*500)", 3.0),
        ("sqrt(c*c)", 4.0),
        ("atan2(a, -a)", 2.356194490192345),
        ("tan(atan(a))", 2.0),
        ("cosh(a)^2 - sinh(a)^2", 1.0),
        ("semiLinear(-a, b, d)", -10.0),
        ("noEvent(smooth(0, a))", 2.0),
    ];
    for (text, value) in cases {
        let model = format!(
            "model M\n  function f\n    input Real a;\n    input Real b;\n    input Real c;\n    input Real d;\n    \
             output Real y;\n  algorithm\n    y := {text};\n  end f;\n  Real one = 1;\n  \
             Real y = f(2*one, 3*one, 4*one, 5*one);\nend M;\n"
        );
        holds(&model, &format!("time,one,y\n0,1,{value}\n1,1,{value}\n"));
        assert!(!certificate(&model, &format!("time,one,y\n0,1,{}\n", value + 0.5)).passed(), "{text}");
    }
}

#[test]
fn functions_are_interpreted() {
    // The polynomial 1 + 2x + 3x^2 by Horner's rule, its derivative, and the number of steps of Euclid's rule.
    let model = "model M
  record Pair
    Real value;
    Real slope;
  end Pair;
  function horner
    input Real c[:];
    input Real x;
    output Pair pair;
  algorithm
    pair.value := 0;
    pair.slope := 0;
    for k in size(c, 1):-1:1 loop
      pair.slope := pair.slope*x + pair.value;
      pair.value := pair.value*x + c[k];
    end for;
  end horner;
  function steps
    input Integer a;
    input Integer b;
    output Integer count = 0;
  protected
    Integer u = a;
    Integer v = b;
    Integer w;
  algorithm
    while v <> 0 loop
      w := mod(u, v);
      u := v;
      v := w;
      count := count + 1;
      if count > 100 then
        break;
      end if;
    end while;
  end steps;
  Real x = 2 + time;
  Pair p = horner({1, 2, 3}, x);
  Integer n = steps(48, 18 + integer(0*x));
end M;
";
    // At x = 2: 1 + 4 + 12 = 17, slope 2 + 12 = 14. At x = 3: 1 + 6 + 27 = 34, slope 2 + 18 = 20. 48, 18: 12, 6, 0.
    let right = "time,x,p.value,p.slope,n\n0,2,17,14,3\n1,3,34,20,3\n";
    let found = certificate(model, right);
    assert!(found.passed(), "{found:#?}");
    let wrong = certificate(model, &right.replace("34,20", "34,21"));
    assert_eq!(wrong.failures.len(), 1, "{wrong:#?}");
    assert_eq!(wrong.failures[0].time, 1.0);
    assert!(!certificate(model, &right.replace(",3\n1", ",4\n1")).passed());
}

#[test]
fn loops_that_rows_decide_and_tables_that_rows_choose_from_are_computed() {
    // Heron's method takes another number of rounds for each x, and the interval of x another number of steps.
    let model = "model M
  function root
    input Real x;
    output Real y;
  protected
    Integer rounds = 0;
  algorithm
    y := x;
    while abs(y * y - x) > 1e-14 * x and rounds < 100 loop
      if y < 1e-3 then
        y := 1e-3;
      else
        y := 0.5 * (y + x / y);
      end if;
      rounds := rounds + 1;
    end while;
  end root;
  function line
    input Real x;
    output Real y;
  protected
    constant Real at[:] = {0, 1, 4, 9, 16};
    constant Real to[:, :] = [0, 1; 1, 3; 7, 5; 22, 7; 50, 9];
    Integer i = 1;
  algorithm
    while i < 4 and x >= at[i + 1] loop
      i := i + 1;
    end while;
    y := to[i, 1] + to[i, 2] * (x - at[i]);
  end line;
  Real x = 10 * time;
  Real y = root(x);
  Real z = line(x);
  Real both = root(x) + line(x);
end M;
";
    // The root of x, and 0, 1, 7 and 22 at 0, 1, 4 and 9 with slopes 1, 3, 5 and 7 from there on.
    let row = |t: f64, wrong: f64| {
        let x = 10.0 * t;
        let (at, from, slope) = match x {
            x if x < 1.0 => (0.0, 0.0, 1.0),
            x if x < 4.0 => (1.0, 1.0, 3.0),
            x if x < 9.0 => (4.0, 7.0, 5.0),
            _ => (9.0, 22.0, 7.0),
        };
        let (y, z) = (x.sqrt() * (1.0 + wrong), from + slope * (x - at));
        format!("{t},{x},{y},{z},{}\n", y + z)
    };
    let rows = |wrong: &dyn Fn(i32) -> f64| {
        let lines = (1..=100).map(|at| row(0.0125 * f64::from(at), wrong(at)));
        format!("time,x,y,z,both\n{}", lines.collect::<String>())
    };
    holds(model, &rows(&|_| 0.0));
    // One row is wrong.
    fails(
        model,
        &rows(&|at| if at == 77 { 1e-4 } else { 0.0 }),
        &["y = M.root(x)", "both = M.root(x) + M.line(x)"],
    );
}

#[test]
fn algorithms_are_carried_out() {
    let model = "model M
  Real a;
  Real b;
algorithm
  a := 1;
  for k in 1:3 loop
    a := a + k*time;
  end for;
  if a > 4 then
    b := a;
  else
    b := -a;
  end if;
end M;
";
    // a = 1 + 6 t.
    holds(model, "time,a,b\n0,1,-1\n0.25,2.5,-2.5\n0.5,4,-4\n0.5,4,4\n1,7,7\n");
    let wrong = certificate(model, "time,a,b\n0,1,-1\n0.25,2.5,-2.5\n0.5,4,-4\n0.5,4,4\n1,7,-7\n");
    assert_eq!(wrong.failures.len(), 1);
    assert!(matches!(wrong.failures[0].kind, CertificateFindingKind::Algorithm(_)));
}

#[test]
fn connections_are_put_back_too() {
    let model = "connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p;
  Pin n;
  parameter Real r = 1;
equation
  p.v - n.v = r*p.i;
  p.i + n.i = 0;
end Resistor;
model M
  Resistor a(r = 1);
  Resistor b(r = 2);
equation
  a.p.v = 6;
  connect(a.n, b.p);
  b.n.v = 0;
end M;
";
    // 6 V over 3 Ohm: 2 A, and 4 V between them.
    let names = "time,a.p.v,a.p.i,a.n.v,a.n.i,b.p.v,b.p.i,b.n.v,b.n.i\n";
    let right = certificate(model, &format!("{names}0,6,2,4,-2,4,2,0,-2\n1,6,2,4,-2,4,2,0,-2\n"));
    // Connectors of the model itself are left open_sources, so that their flows are zero, and are not.
    assert!(right.failures.iter().all(|failure| !failure.equation.contains("a.n")), "{right:#?}");
    let wrong = certificate(model, &format!("{names}0,6,2,4,-2,4,2,0,-2\n1,6,2,4,-2.5,4,2,0,-2\n"));
    let told: Vec<&str> = wrong.failures.iter().map(|failure| failure.equation.as_str()).collect();
    assert!(told.contains(&"a.n.i + b.p.i = 0.0") && told.contains(&"a.p.i + a.n.i = 0"), "{told:?}");
}

#[test]
fn when_equations_hold_at_their_events_and_nothing_changes_elsewhere() {
    let model = "model M
  Integer n(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
    last = time;
  end when;
end M;
";
    let right = "time,n,last\n0,0,0\n0.4,0,0\n0.5,0,0\n0.5,1,0.5\n0.9,1,0.5\n1,1,0.5\n1,2,1\n1.2,2,1\n";
    let found = certificate(model, right);
    assert!(found.passed(), "{found:#?}");
    // What was before the first row is not in a result.
    assert_eq!(found.undecided.get(&UndecidedReason::BeforeStart), Some(&2));
    for wrong in [
        right.replace("1,2,1\n", "1,3,1\n").replace("1.2,2", "1.2,3"),
        right.replace("0.5,1,0.5\n0.9,1,0.5", "0.5,1,0.6\n0.9,1,0.6").replace("1,1,0.5", "1,1,0.6"),
        right.replace("0.5,1,0.5", "0.5,0,0").replace("0.9,1,0.5\n1,1,0.5", "0.9,0,0\n1,0,0"),
    ] {
        let found = certificate(model, &wrong);
        assert!(
            found.failures.iter().any(|failure| failure.kind == CertificateFindingKind::When),
            "{found:#?}"
        );
    }
    // An event as near to the beginning as rounding is the beginning, where a sample fired that is due at time zero.
    let at_start = model.replace("sample(0.5", "sample(0");
    let early = "time,n,last\n0,1,0\n1e-17,1,0\n1e-17,1,0\n0.4,1,0\n0.5,1,0\n0.5,2,0.5\n0.9,2,0.5\n";
    let found = certificate(&at_start, early);
    assert!(found.failures.iter().all(|failure| failure.kind != CertificateFindingKind::When), "{found:#?}");
    // The change comes between two events.
    let found = certificate(model, &right.replace("0.9,1,0.5", "0.9,2,0.5").replace("1,1,0.5", "1,2,0.5"));
    assert!(found.failures.iter().any(|failure| matches!(failure.kind, CertificateFindingKind::Discrete(_))));
}

#[test]
fn states_jump_where_they_are_reinitialized_and_nowhere_else() {
    let model = "model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    reinit(x, 1);
  end when;
end M;
";
    let right = "time,x,der(x)\n0,1,-1\n0.5,0.5,-1\n1,0,-1\n1,1,-1\n1.5,0.5,-1\n";
    holds(model, right);
    fails(
        model,
        &right.replace("1,1,-1\n1.5,0.5", "1,0.8,-1\n1.5,0.3"),
        &["when x < 0 then\n  reinit(x, 1);\nend when"],
    );
    let still = "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1;\nend M;\n";
    let found = certificate(still, right);
    assert!(
        found.failures.iter().any(|failure| matches!(failure.kind, CertificateFindingKind::Jump(_))),
        "{found:#?}"
    );
}

#[test]
fn digits_that_were_not_recorded_are_no_mistake() {
    // Six digits of 1000000/3 and of a third of it are no more than six digits.
    let model = "model M\n  Real x = 1e6/3 + 0*time;\n  Real y = x - 333333;\nend M;\n";
    assert!(certificate(model, "time,x,y\n0,333333,0.333333\n1,333333,0.333333\n").passed());
    // A difference of three is one, however many there are.
    let wrong = "time,x,y\n0,333333.3333333333,3.5\n1,333333.3333333333,3.5\n";
    assert!(!certificate(model, wrong).passed());
}

#[test]
fn what_is_not_decided_is_counted_by_reason() {
    let model = "model M\n  Real x = time;\n  Real z;\n  Real w;\nequation\n  z^3 + z = x*w;\nend M;\n";
    let found = certificate(model, "time,x\n0,0\n1,1\n");
    assert!(found.passed());
    assert_eq!(found.undecided.get(&UndecidedReason::MissingVariable), Some(&1));
    assert_eq!(found.missing.len(), 2);
}

/// A table of time that holds 1 until 2, 3 until 4 and then 5, with its time in units of half a second, and a counter.
const TABLE: &str = "class TimeTable
  extends ExternalObject;
  function constructor
    input String name, file; input Real table[:, :]; input Real start; input Integer columns[:];
    input Integer smoothness, beyond; input Real shift; input Integer events; input Boolean verbose;
    input String separator; input Integer headers; output TimeTable id;
    external \"C\" id = ModelicaStandardTables_CombiTimeTable_init3(file, name, table, size(table, 1), size(table, 2), start,
      columns, size(columns, 1), smoothness, beyond, shift, events, verbose, separator, headers);
  end constructor;
  function destructor
    input TimeTable id;
    external \"C\" ModelicaStandardTables_CombiTimeTable_close(id);
  end destructor;
end TimeTable;
function value
  input TimeTable id; input Integer column; input Real t, next, before; output Real y;
  external \"C\" y = ModelicaStandardTables_CombiTimeTable_getValue(id, column, t, next, before);
end value;
function nextEvent
  input TimeTable id; input Real t; output Real next;
  external \"C\" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(id, t);
end nextEvent;
model M
  parameter Real table[:, :] = [0, 1; 2, 3; 4, 5];
  TimeTable id = TimeTable(\"NoName\", \"NoName\", table, 0, {2}, 3, 1, 0, 1, false, \",\", 0);
  discrete Real next(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Real scaled = 2*time;
  Real y;
equation
  when {scaled >= pre(next), initial()} then
    next = nextEvent(id, scaled);
  end when;
  when time >= 1 then
    n = pre(n) + 1;
  end when;
  y = value(id, 1, scaled, next, pre(next));
end M;
";

#[test]
fn tables_of_time_stand_where_their_own_events_put_them() {
    // The counter's event comes first at time 1: the table is still before its own. Its time is not that of the model.
    let names = "time,scaled,next,y,n,table[1,1],table[1,2],table[2,1],table[2,2],table[3,1],table[3,2]\n";
    let rows = ["0,0,2,1,0", "0.5,1,2,1,0", "1,2,2,1,0", "1,2,2,1,1", "1,2,4,3,1", "1.5,3,4,3,1"];
    let text =
        |rows: &[&str]| rows.iter().fold(names.to_string(), |text, row| format!("{text}{row},0,1,2,3,4,5\n"));
    let found = certificate(TABLE, &text(&rows));
    assert!(found.passed(), "{found:#?}");
    // The value after the jump before it, between the two events, and the one before it after it.
    for (at, wrong) in [(2, "1,2,2,3,0"), (3, "1,2,2,3,1"), (4, "1,2,4,1,1"), (5, "1.5,3,4,5,1")] {
        let mut rows = rows;
        rows[at] = wrong;
        let found = certificate(TABLE, &text(&rows));
        assert!(
            found.failures.iter().any(|failure| failure.equation.contains("value(id")),
            "{wrong}: {found:#?}"
        );
    }
}

#[test]
fn what_is_rounding_beside_its_unit_may_jump_and_nothing_more() {
    // The sum of two currents of ten amperes is known to some 1e-15, and is differentiated.
    let model = "model M
  Real i(unit = \"A\", start = 10, fixed = true);
  Real j(unit = \"A\") = -10;
  Real z(unit = \"A\");
  Real w = der(z);
  Boolean b = time > 1;
equation
  der(i) = 0;
  z = i + j;
end M;
";
    let text = |jump: &str| {
        format!(
            "time,i,j,z,w,der(z),b,der(i)\n0,10,-10,0,0,0,0,0\n1,10,-10,0,0,0,0,0\n1,10,-10,{jump},0,0,1,0\n2,10,-10,{jump},0,0,1,0\n"
        )
    };
    assert!(certificate(model, &text("1.7763568394002505e-15")).passed());
    let found = certificate(model, &text("1e-6"));
    assert!(
        found.failures.iter().any(|failure| matches!(failure.kind, CertificateFindingKind::Jump(_))),
        "{found:#?}"
    );
}

#[test]
fn a_prescribed_motion_may_have_a_kink_and_a_state_may_not() {
    let table =
        "time,s,v,a,der(s),der(v)\n0,0,1,0,1,0\n0.5,0.5,1,0,1,0\n1,1,1,0,1,0\n1,1,0,0,0,0\n2,1,0,0,0,0\n";
    let given = "model M
  Real s = if time < 1 then time else 1;
  Real v = der(s);
  Real a = der(v);
end M;
";
    let found = certificate(given, table);
    assert!(found.passed(), "{found:#?}");
    assert_eq!(found.undecided.get(&UndecidedReason::Kink), Some(&1));
    let free = "model M
  Real s(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Real a = der(v);
  Boolean b = time >= 1;
equation
  v = der(s);
  a = 0;
end M;
";
    let found = certificate(free, table);
    assert!(
        found.failures.iter().any(|failure| matches!(failure.kind, CertificateFindingKind::Jump(_))),
        "{found:#?}"
    );
}

#[test]
fn a_derivative_that_an_annotation_declares_is_not_what_a_motion_follows() {
    // A source that moves: position 3 t and speed 5, which no motion has. The declared derivative is 5 by the model.
    let model = "function position
  input Real u[2];
  input Real t;
  output Real y = u[1];
  annotation(derivative(noDerivative = u) = speed);
algorithm
end position;
function speed
  input Real u[2];
  input Real t;
  input Real der_t;
  output Real y = u[2];
algorithm
end speed;
model M
  Real u[2] = {3 * time, 5 + 0 * time};
  Real s = position(u, time);
  Real s2 = 2 * s;
  Real v = der(s2);
end M;
";
    let row = |at: i32| {
        let t = 0.1 * f64::from(at);
        format!("{t},{},5,{},{},10,10\n", 3.0 * t, 3.0 * t, 6.0 * t)
    };
    let rows = format!("time,u[1],u[2],s,s2,v,der(s2)\n{}", (0..=20).map(row).collect::<String>());
    let found = certificate(model, &rows);
    assert!(found.passed(), "{found:#?}");
    assert_eq!(found.undecided.get(&UndecidedReason::DeclaredDerivative), Some(&1));
    // Where the function has no such annotation, it is wrong.
    let plain = model.replace("  annotation(derivative(noDerivative = u) = speed);\n", "");
    assert!(!certificate(&plain, &rows).passed());
}

#[test]
fn states_that_are_set_by_what_they_were_are_looked_at() {
    // MLS 8.3.6: both values are those before the event, so that the two states change places.
    let model = "model M
  Real x(start = 1, fixed = true);
  Real y(start = 2, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time >= 1 then
    reinit(x, y);
    reinit(y, x);
  end when;
end M;
";
    let right = "time,x,y,der(x),der(y)\n0,1,2,0,0\n1,1,2,0,0\n1,2,1,0,0\n2,2,1,0,0\n";
    holds(model, right);
    let found = certificate(model, &right.replace("2,1,0,0", "2,2,0,0"));
    assert!(found.failures.iter().any(|failure| failure.kind == CertificateFindingKind::When), "{found:#?}");
    // A ball that comes back with half of its speed: it falls 1 m/s down and leaves with 0.5 m/s.
    let model = "model M
  Real v(start = -1, fixed = true);
equation
  der(v) = 0;
  when time >= 1 then
    reinit(v, -0.5*v);
  end when;
end M;
";
    let right = "time,v,der(v)\n0,-1,0\n1,-1,0\n1,0.5,0\n2,0.5,0\n";
    holds(model, right);
    let found = certificate(model, &right.replace("0.5,0", "0.6,0"));
    assert!(found.failures.iter().any(|failure| failure.kind == CertificateFindingKind::When), "{found:#?}");
}

#[test]
fn relations_that_count_at_the_beginning_alone_make_no_events_later() {
    // x = t passes 1 and 2: the first makes an event once the model has begun, the second only while it begins.
    let model = "model M
  Real x = time;
  Real y;
equation
  y = if initial() then (if x > 2 then 1 else 0) else if x > 1 then 3 else 0;
end M;
";
    let right = "time,x,y\n0,0,0\n1,1,0\n1,1,3\n3,3,3\n";
    let found = certificate(model, right);
    assert!(found.passed(), "{found:#?}");
    let found = certificate(model, &right.replace("1,1,0\n1,1,3\n", "0.5,0.5,0\n"));
    let lost: Vec<&str> = found.lost.iter().map(|lost| lost.relation.as_str()).collect();
    assert_eq!(lost, ["x > 1"], "{found:#?}");
}

#[test]
fn what_is_true_for_a_moment_alone_is_in_neither_row() {
    // `c` is true only while `b` is not what it was, so that both rows of the event have it false.
    let model = "model M
  Boolean b = time >= 1;
  Boolean c = change(b);
  Integer n(start = 0, fixed = true);
equation
  when c then
    n = pre(n) + 2;
  end when;
end M;
";
    let right = "time,b,c,n\n0,0,0,0\n1,0,0,0\n1,1,0,2\n2,1,0,2\n";
    let found = certificate(model, right);
    assert!(found.passed(), "{found:#?}");
    // What is assigned may depend on it, too: by 2 where `c` is true, which it was, and not by 100.
    let chosen = model.replace("pre(n) + 2", "pre(n) + (if c then 2 else 100)");
    assert!(certificate(&chosen, right).passed());
    assert!(!certificate(&chosen, &right.replace(",2\n", ",50\n")).passed());
    // Where `b` does not change nothing may, and what does is the wrong number.
    for wrong in [
        "time,b,c,n\n0,0,0,0\n0.5,0,0,0\n0.5,0,0,2\n0.9,0,0,2\n",
        "time,b,c,n\n0,0,0,0\n1,0,0,0\n1,1,0,3\n2,1,0,3\n",
    ] {
        let found = certificate(model, wrong);
        assert!(
            found.failures.iter().any(|failure| failure.kind == CertificateFindingKind::When),
            "{found:#?}"
        );
    }
}

#[test]
fn what_is_delayed_is_what_was() {
    let model = "model M
  Real x = time^2;
  Real y = delay(x, 0.5);
  Boolean b = time >= 1;
  Real u = if b then 1 else 0;
  Real v = delay(u, 0.5);
end M;
";
    // y = (t - 1/2)^2 from 0.5 on and x(0) = 0 before; the jump of u at 1 is that of v at 1.5.
    let mut rows = vec!["time,x,y,b,u,v".to_string()];
    for at in 0..=40 {
        let t = 0.05 * f64::from(at);
        let y = (t - 0.5f64).max(0.0).powi(2);
        let (b, u, v) = (u8::from(t >= 1.0), u8::from(t >= 1.0), u8::from(t >= 1.5));
        if at == 20 {
            rows.push(format!("{t},{},{y},0,0,0", t * t));
        }
        if at == 30 {
            rows.push(format!("{t},{},{y},1,1,0", t * t));
        }
        rows.push(format!("{t},{},{y},{b},{u},{v}", t * t));
    }
    let right = rows.join("\n") + "\n";
    let found = certificate(model, &right);
    assert!(found.passed(), "{found:#?}");
    assert!(found.undecided.is_empty(), "{:?}", found.undecided);
    // What depends on what was before may have changed at the beginning, before the first row: `w` is 3 after the first event,
    // and was 1 before it, which `r` remembers. The other that is not decided is the start value of `w`.
    let remembers = "model M
  Integer w(start = 1, fixed = true);
  Real r = pre(w);
  Integer d = integer(delay(r, 0.5));
equation
  w = if time >= 0 then 3 else 1;
end M;
";
    let found = certificate(remembers, "time,w,r,d\n0,3,3,1\n0.5,3,3,1\n0.5,3,3,3\n0.6,3,3,3\n");
    assert!(found.passed(), "{found:#?}");
    assert_eq!(found.undecided.get(&UndecidedReason::BeforeStart), Some(&2), "{found:#?}");
    // A delay that is too long by one row, and a jump that comes one row late.
    let y = |t: f64| (t - 0.5f64).max(0.0).powi(2);
    let late = rows[35].replace(&format!(",{},", y(0.05 * 32.0)), &format!(",{},", y(0.05 * 31.0)));
    assert_ne!(late, rows[35]);
    assert!(!certificate(model, &right.replace(&rows[35], &late)).passed());
    let jump = rows[34].replace(",1,1,1", ",1,1,0");
    assert_ne!(jump, rows[34]);
    assert!(!certificate(model, &right.replace(&rows[34], &jump)).passed());
}

/// What an algorithm assigns is looked at for itself: that one value is zero, and has no digits, excuses no other.
#[test]
fn parts_of_a_claim_do_not_excuse_each_other() {
    let algorithm = "model M
  Real y;
  Real w;
algorithm
  w := 5 + time;
  y := time;
end M;
";
    let branch = "model M
  parameter Boolean b = true;
  Real y;
  Real w;
equation
  if time >= 0 then
    w = 5 + time;
    y = time;
  else
    w = 0;
    y = 0;
  end if;
end M;
";
    for model in [algorithm, branch] {
        assert!(certificate(model, "time,y,w\n0,0,5\n0.5,0.5,5.5\n1,1,6\n").passed());
        for wrong in ["0,0,77.5\n0.5,0.5,5.5", "0,0,5\n0.5,0.5,77.5", "0,1e-3,5\n0.5,0.5,5.5"] {
            let found = certificate(model, &format!("time,y,w\n{wrong}\n1,1,6\n"));
            assert!(!found.passed(), "{wrong}: {found:#?}");
        }
    }
}

/// A speed is set anew at a bounce; the height is not, and goes on. On both sides of a gear both speeds jump.
#[test]
fn what_is_not_set_anew_does_not_jump() {
    let ball = "model M
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -2;
  when h < 0 then
    reinit(v, -pre(v));
  end when;
end M;
";
    // h = 1 - t^2 until 1, where v is -2; then it goes up again.
    let rows = |h: f64| format!("time,h,v\n0,1,0\n0.5,0.75,-1\n1,{h},-2\n1,0,2\n1.5,0.75,1\n");
    assert!(certificate(ball, &rows(0.0)).passed());
    assert!(!certificate(ball, &rows(-0.0123456)).passed());
    let gear = "model M
  Real phi1(start = 0, fixed = true), phi2;
  Real w1(start = 1, fixed = true), w2;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  phi1 = 2*phi2;
  der(w1) = 0;
  when time >= 1 then
    reinit(w1, 3);
  end when;
end M;
";
    let table = "time,phi1,phi2,w1,w2\n0,0,0,1,0.5\n1,1,0.5,1,0.5\n1,1,0.5,3,1.5\n2,4,2,3,1.5\n";
    let found = certificate(gear, table);
    assert!(found.passed(), "{found:#?}");
}

/// What changes as soon as time passes changes at the first event, however near that is to the beginning.
#[test]
fn an_event_as_near_to_the_beginning_as_rounding_is_not_lost() {
    let model = "model M
  Real u = if sin(time) > 0 then 1 else -0.5;
  Integer n(start = 0, fixed = true);
equation
  when u > 0.2 then
    n = pre(n) + 1;
  end when;
end M;
";
    let found = certificate(model, "time,u,n\n0,-0.5,0\n1e-18,-0.5,0\n1e-18,1,1\n1,1,1\n2,1,1\n");
    assert!(found.passed(), "{found:#?}");
    let late = certificate(model, "time,u,n\n0,-0.5,0\n1e-3,-0.5,0\n1e-3,1,1\n1,1,1\n2,1,1\n");
    assert!(!late.passed(), "{late:#?}");
}

#[test]
fn variables_follow_their_derivatives_where_rows_and_tolerance_tell() {
    // A small capacitance takes what two large currents leave of each other: i = k - j. The tolerance, 1e-6 of a step and
    // 50 times that for an interval, leaves 5e-5 of j and k open_sources, and so 5e-5/1e-3 = 0.05 of the derivative.
    let model = "model M
  Real v(start = 1, fixed = true);
  Real i;
  Real j;
  Real k = 1;
equation
  1e-3*der(v) = i;
  i + j - k = 0;
end M;
";
    let text = |slope: f64| {
        (0..=10).fold("time,v,i,j,k,der(v)\n".to_string(), |text, at| {
            let i = 1e-3 * slope;
            format!("{text}{},1,{i},{},1,{slope}\n", 0.1 * f64::from(at), 1.0 - i)
        })
    };
    let found = certificate(model, &text(0.02));
    assert!(found.passed(), "{found:#?}");
    assert_eq!(found.undecided.get(&UndecidedReason::CoarsePoints), Some(&1));
    // A derivative of 1, and a variable that does not move, are a wrong result whatever the tolerance leaves open.
    let found = certificate(model, &text(1.0));
    let follows = |found: &Certificate| {
        !found.failures.iter().any(|failure| matches!(failure.kind, CertificateFindingKind::Derivative(_)))
    };
    assert!(!follows(&found), "{found:#?}");
    // Energy that is measured from a temperature near its own is as exact as the temperature: 5e-5 of 293 K are 61 J.
    let energy = "model M
  Real T(start = 293.15, fixed = true);
  Real U = 4184*(T - 293.15);
  Real q = 0;
equation
  der(U) = q;
end M;
";
    let warmed = |by: f64| {
        (0..=10).fold("time,T,U,q,der(U)\n".to_string(), |text, at| {
            let u = if at < 5 { 0.0 } else { by };
            format!("{text}{},{},{u},0,0\n", 0.1 * f64::from(at), 293.15 + u / 4184.0)
        })
    };
    assert!(follows(&certificate(energy, &warmed(30.0))));
    assert!(!follows(&certificate(energy, &warmed(3000.0))));
    // The current of a small resistance is a difference of two voltages: of these 5e-5 are open_sources, so that (5e-5 + 5e-5)/1e-4 = 1
    // of the current is, and 1000 of the derivative.
    let resistance = "model M
  Real v(start = 1, fixed = true);
  Real u;
  Real i;
equation
  1e-3*der(v) = i;
  1e-4*i = u - v;
end M;
";
    for (slope, passes) in [(100.0, true), (1e4, false)] {
        let table = (0..=10).fold("time,v,u,i,der(v)\n".to_string(), |text, at| {
            let i = 1e-3 * slope;
            format!("{text}{},1,{},{i},{slope}\n", 1e-5 * f64::from(at), 1.0 + 1e-4 * i)
        });
        let found = certificate(resistance, &table);
        assert_eq!(follows(&found), passes, "{found:#?}");
    }
    // What is smaller than the absolute error of a step, 1e-6, has no digits, though it is 1 later: of the derivative of what
    // goes fast to y, 1e6*1e-6 = 1 is open. A derivative that does not depend on it has digits.
    let small = "model M\n  Real x(start = 0);\n  Real y;\nequation\n  der(x) = 1e6*(y - x);\nend M;\n";
    let plain = "model M\n  Real x(start = 0);\n  Real y;\nequation\n  der(x) = y - x;\nend M;\n";
    for (model, factor, passes) in [(small, 1e6, true), (plain, 1.0, false)] {
        let y = 1e-8 + 0.5 / factor;
        let table = (0..=10).fold("time,x,y,der(x)\n".to_string(), |text, at| {
            format!("{text}{},1e-8,{y},{}\n", 1e-3 * f64::from(at), factor * (y - 1e-8))
        });
        let last = format!("0.01,1,{y},{}\n", factor * (y - 1.0));
        let found = certificate(model, &(table + &last));
        assert_eq!(follows(&found), passes, "{found:#?}");
    }
    // No equation mentions der(y), so that nothing is claimed of it while y goes on; der(x) is mentioned.
    let twice =
        "model M\n  Real x(start = 0, fixed = true);\n  Real y = 2*x;\nequation\n  der(x) = 1;\nend M;\n";
    for (x, y, passes) in [(1.0, 5.0, true), (1.5, 2.0, false)] {
        let table = (0..=10).fold("time,x,y,der(x),der(y)\n".to_string(), |text, at| {
            let t = 0.1 * f64::from(at);
            format!("{text}{t},{t},{},{x},{y}\n", 2.0 * t)
        });
        let found = certificate(twice, &table);
        assert_eq!(follows(&found), passes, "{found:#?}");
    }
    // What goes from 1 to 2 between two rows: twenty steps between them may have seen it go there, two have not.
    let model = "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 0;\nend M;\n";
    let table = (0..=10).fold("time,x,der(x)\n".to_string(), |text, at| {
        format!("{text}{},{},0\n", f64::from(at), 1 + at / 6)
    });
    for (between, decided) in [(2, true), (20, false)] {
        let taken = (0..=10).map(|at| at + if at > 5 { between - 1 } else { 0 }).collect();
        let found = certificate_with(model, &table, &VerifyOptions { taken, ..VerifyOptions::default() });
        assert_eq!(follows(&found), !decided, "{found:#?}");
    }
}

#[test]
fn algorithms_that_wait_are_looked_at_at_their_events() {
    let model = "model M
  Integer n(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
algorithm
  when time >= 1 then
    n := pre(n) + 1;
    last := 2*time + n;
  elsewhen time >= 2 then
    n := pre(n) + 10;
  end when;
end M;
";
    // At 1 the counter is 1 and the last value 2 + 1; at 2 the counter is 11.
    let right = "time,n,last\n0,0,0\n1,0,0\n1,1,3\n1.5,1,3\n2,1,3\n2,11,3\n3,11,3\n";
    let found = certificate(model, right);
    assert!(found.passed(), "{found:#?}");
    for wrong in [
        right.replace("1,3\n", "2,3\n").replace("11,3", "12,3"),
        right.replace(",3\n", ",4\n"),
        right.replace("2,11,3", "2,1,3").replace("3,11,3", "3,1,3"),
    ] {
        assert_ne!(wrong, right);
        let found = certificate(model, &wrong);
        let fails =
            found.failures.iter().any(|failure| matches!(failure.kind, CertificateFindingKind::Algorithm(_)));
        assert!(fails, "{wrong}{found:#?}");
    }
}

/// A ball that falls by h = 1 - t^2, meets the floor at time 1 with v = -2 t = -2, and goes on with half of that.
const BALL: &str = "model M
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -2;
  when h <= 0 then
    n = pre(n) + 1;
    reinit(v, -0.5*pre(v));
  end when;
end M;
";

/// Its path if it turns round at some time, whether it is there or not, with `n` from then on.
fn bounce(turn: f64, n: i32) -> String {
    let (height, speed) = (1.0 - turn * turn, turn);
    let mut text = "time,h,v,n,der(h),der(v)\n".to_string();
    let mut row = |t: f64, h: f64, v: f64, n: i32| text += &format!("{t},{h},{v},{n},{v},-2\n");
    (0..8).map(|at| turn * f64::from(at) / 8.0).for_each(|t| row(t, 1.0 - t * t, -2.0 * t, 0));
    row(turn, height, -2.0 * turn, 0);
    (0..6).map(|at| 0.125 * f64::from(at)).for_each(|u| {
        row(turn + u, height + speed * u - u * u, speed - 2.0 * u, n);
    });
    text
}

#[test]
fn what_acts_at_an_event_has_become_true_there() {
    assert!(certificate(BALL, &bounce(1.0, 1)).passed(), "{:#?}", certificate(BALL, &bounce(1.0, 1)));
    let told = |table: &str| {
        let found = certificate(BALL, table);
        found.failures.iter().any(|failure| failure.kind == CertificateFindingKind::When)
    };
    // At 0.99 the ball is 0.0199 above the floor, and turns round.
    assert!(told(&bounce(0.99, 1)));
    // It falls once, so that nothing counts it twice: the condition depends on nothing that changes at the event.
    assert!(told(&bounce(1.0, 2)));
    // It falls through the floor: the event is there, and nothing happens.
    let mut through = "time,h,v,n,der(h),der(v)\n".to_string();
    for t in [0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 1.25, 1.5] {
        let v = -2.0 * t;
        through += &format!("{t},{},{v},0,{v},-2\n", 1.0 - t * t);
    }
    assert!(told(&through));
}

#[test]
fn samples_are_looked_for_over_the_whole_span() {
    let model = "model M
  Integer n(start = 0, fixed = true);
equation
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
  end when;
end M;
";
    let right = "time,n\n0,0\n0.5,0\n0.5,1\n1,1\n1,2\n1.25,2\n";
    assert!(certificate(model, right).passed());
    // The same in milliseconds: of 2499 instants before 1250 s two have their events.
    let found = certificate(model, "time,n\n0,0\n500,0\n500,1\n1000,1\n1000,2\n1250,2\n");
    assert!(!found.passed());
    assert_eq!(found.lost.len(), 1);
    assert_eq!((found.lost[0].relation.as_str(), found.lost[0].count), ("sample(0.5, 0.5)", 2497));
    // A point at the time of an event is no event, though it stands there.
    let found = certificate(model, "time,n\n0,0\n0.5,0\n1,0\n1.25,0\n");
    assert_eq!(found.lost[0].count, 2, "{found:#?}");
    // Nor is one where a relation changes.
    let step = "model M\n  Real y = if time > 0.5 then 2 else 1;\nend M;\n";
    assert!(certificate(step, "time,y\n0,1\n0.25,1\n0.5,1\n0.5,2\n0.75,2\n").passed());
    let found = certificate(step, "time,y\n0,1\n0.25,1\n0.5,1\n0.75,2\n");
    assert_eq!(found.lost.len(), 1, "{found:#?}");
    // What a `when` waits for is found in time, whatever stands around it.
    let quiet = model.replace("sample(0.5, 0.5)", "noEvent(time > 0.6)");
    let found = certificate(&quiet, "time,n\n0,0\n0.5,0\n1,0\n1.25,0\n");
    assert_eq!(found.lost[0].relation, "time > 0.6", "{found:#?}");
}

#[test]
fn what_an_assignment_remembers_is_what_it_was() {
    // The largest of 1, 3 and 2 so far. A result that is 1 % too high is none, though max(3.03, 3) is 3.03.
    let model = "model M
  discrete Real top(start = 0, fixed = true);
  Real u = if time < 0.5 then 1 elseif time < 1.5 then 3 else 2;
equation
  when sample(0, 1) then
    top = max(pre(top), u);
  end when;
end M;
";
    let right =
        "time,u,top\n0,1,1\n0.5,1,1\n0.5,3,1\n1,3,1\n1,3,3\n1.5,3,3\n1.5,2,3\n2,2,3\n2,2,3\n2.5,2,3\n";
    assert!(certificate(model, right).passed(), "{:#?}", certificate(model, right));
    let wrong = right.replace(",3\n", ",3.03\n");
    assert!(!certificate(model, &wrong).passed());
}

#[test]
fn what_a_result_lacks_is_computed_and_judged() {
    let model = "model M
  parameter Real k = 4;
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real a;
  Real f;
equation
  der(x) = v;
  2*der(v) = f - x*0;
  f = 2*a;
  a = -k*x;
end M;
";
    // x = cos(w t), v = -w sin(w t) with w^2 = k; neither the parameter nor a derivative nor a force is in the file.
    let table = |k: f64| {
        let w = k.sqrt();
        (0..=100).fold("time,x,v\n".to_string(), |text, at| {
            let t = 0.02 * f64::from(at);
            format!("{text}{t},{},{}\n", (w * t).cos(), -w * (w * t).sin())
        })
    };
    let right = certificate(model, &table(4.0));
    assert_eq!(right.verdict(), CertificateVerdict::Holds, "{right:#?}");
    // Four equations and a binding give what is missing; two starts and two states are looked at.
    assert_eq!((right.computed, right.checked, right.equations), (5, 4, 9));
    let wrong = certificate(model, &table(4.04));
    assert!(
        wrong.failures.iter().any(|failure| matches!(failure.kind, CertificateFindingKind::Derivative(_)))
    );
    // With the position alone nothing is known of how it goes on.
    let alone: String =
        table(4.0).lines().map(|line| line.rsplit_once(',').unwrap().0.to_string() + "\n").collect();
    let found = certificate(model, &alone);
    assert_eq!(found.verdict(), CertificateVerdict::Undecided, "{found:#?}");
    assert!(!found.passed());
    assert_eq!(found.missing.len(), 1);
}

#[test]
fn few_points_decide_what_they_decide() {
    // Five points of x = cos(10 t): the equations hold at each, and whether x follows its derivative they do not tell.
    let model = "model M
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x;
end M;
";
    let table = (0..=4).fold("time,x,v,der(x),der(v)\n".to_string(), |text, at| {
        let t = f64::from(at);
        let (x, v) = ((10.0 * t).cos(), -10.0 * (10.0 * t).sin());
        format!("{text}{t},{x},{v},{v},{}\n", -100.0 * x)
    });
    let found = certificate(model, &table);
    assert_eq!(found.verdict(), CertificateVerdict::Partly, "{found:#?}");
    assert_eq!(found.unresolved.len(), 2);
}
