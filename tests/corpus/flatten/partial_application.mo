// Functions with some of their inputs given: by name, each once, of the right type (MLS 12.4.2.1); what is left must have
// the names of what it is called with (MLS 6.6).

model PartialApplication
  partial function Curve
    input Real x;
    output Real y;
  end Curve;
  function parabola
    extends Curve;
    input Real a = 2;
    input Real b = 3;
  algorithm
    y := a*x^2 + b;
  end parabola;
  function other
    input Real u;
    output Real y;
  algorithm
    y := u;
  end other;
  function at
    input Curve f;
    input Real x;
    output Real y;
  algorithm
    y := f(x);
  end at;
  function nested
    input Real x;
    output Real y;
  algorithm
    y := at(function parabola(c = 1), x) + at(function parabola(a = x, b = 2), 1);
  end nested;
  Real right = at(function parabola(b = time), 2) + at(function parabola(), 1) + at(parabola, time);
  Real bound = at(function parabola(x = 1), 2);
  Real twice = at(function parabola(a = 1, a = 2), 2);
  Real unnamed = at(function parabola(5), 2);
  Real kind = at(function parabola(a = true), 2);
  Real unknown = at(function parabola(q = 1), 2);
  Real named = at(other, 2);
  Real inside = nested(time);
end PartialApplication;
