// An assertion is not looked at with parameters that have no value: what is told is why they have none.

function span
  input Real x;
  output Real t;
external "C" t = nowhere_known(x);
end span;

model assertion_without_value
  parameter Real t = span(2);
  parameter Real p = 3*t;
  Real y = p*time;
equation
  assert(p > 5, "p is too small");
end assertion_without_value;
