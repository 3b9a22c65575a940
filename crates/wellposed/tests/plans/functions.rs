//! Calls of functions in plans: written out, differentiated, and what is said where that cannot be done.

use wellposed::Cancellation;
use wellposed::dae::Plan;

use super::carried::Run;
use super::flat;

#[test]
fn functions_are_written_out_and_differentiated() {
    let text = "
function f
  input Real v[2];
  input Real k;
  output Real y;
algorithm
  y := 0;
  for i in 1:2 loop
    y := y + k*sin(v[i]);
  end for;
end f;
model M
  parameter Real k = 3;
  Real x(start = 1), z;
equation
  der(x) + der(z) = -x;
  z = f({x, 2*x}, k);
end M;
";
    let mut run = Run::new(text, &|_, _| 0.4);
    assert!(run.worst() < 1e-9);
    let x = run.value("x");
    let slope = 3.0 * x.cos() + 6.0 * (2.0 * x).cos();
    assert!((run.value("der(z)") - slope * run.value("der(x)")).abs() < 1e-9);
}

/// A derivative that the annotation names is called, not made.
#[test]
fn annotations_of_functions_are_used() {
    let text = "
function f
  input Real u;
  output Real y;
  external \"C\" y = unknown_function(u);
  annotation(derivative = df);
end f;
function df
  input Real u;
  input Real du;
  output Real dy;
algorithm
  dy := 5*u*du;
end df;
model M
  Real x(start = 1), y, z;
equation
  der(x) = -x;
  z = f(x);
  der(z) + y = 1;
end M;
";
    let plan = Plan::new(flat(text), &Cancellation::default()).map_err(|failed| failed.print()).unwrap();
    let printed = plan.print();
    assert!(printed.contains("der(z) := 5 * x * der(x)  // differentiated"), "{printed}");
}

#[test]
fn failures_name_what_is_wrong() {
    let failed = |text: &str| {
        Plan::new(flat(text), &Cancellation::default())
            .map(|plan| plan.print())
            .map_err(|failed| failed.print())
    };
    let text = "
function f
  input Real u;
  output Real y;
  external \"C\" y = unknown_function(u);
end f;
model M
  Real x, y;
equation
  f(x) = sin(time);
  der(x) = y;
end M;
";
    assert_eq!(
        failed(text),
        Err("f(x) has no derivative, and is needed in\n  f(x) = sin(time)\n".to_string())
    );
    let circle = "model M\n  parameter Real a = b + 1;\n  parameter Real b = 2*a;\n  Real x = a;\nend M;\n";
    assert_eq!(failed(circle), Err("cyclic dependency between a, b\n".to_string()));
}
