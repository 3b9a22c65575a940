// The value of a parameter that is not fixed is an equation of the beginning (MLS 3.6, 8.6), and its start value is a guess: `p` is
// three times `q`, and `q` is found from `r`, which is bound to it.
model BoundAtTheBeginning
  parameter Real p(fixed = false, start = 7) = 3*q;
  parameter Real q(fixed = false, start = 5);
  parameter Real r(fixed = false) = q^2;
  parameter Integer n(fixed = false, start = 1) = 2;
  Real x = p;
  Real y = r;
  Real z = if n == 2 then 1 else 0;
initial equation
  r = 16;
end BoundAtTheBeginning;
