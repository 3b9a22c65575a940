// A function that is handed over must be one that can be called as it will be.

partial function Curve
  input Real x;
  output Real y;
end Curve;

function twice
  input Curve f;
  input Real x;
  output Real y = f(f(x));
algorithm
end twice;

function square
  extends Curve;
algorithm
  y := x^2;
end square;

function power
  extends Curve;
  input Integer n;
algorithm
  y := x^n;
end power;

function whole
  input Integer x;
  output Real y = x;
algorithm
end whole;

function vector
  input Real x;
  output Real y[2] = {x, x};
algorithm
end vector;

function nothing
  input Real x;
algorithm
end nothing;

function constants
  output Real y = 1;
algorithm
end constants;

function inside
  input Real x;
  output Real y = twice(whole, x);
algorithm
end inside;

model Test
  Real right = twice(square, time) + twice(function power(n = 2), time);
  Real open = twice(power, time);
  Real integer_ = twice(whole, time);
  Real array = twice(vector, time);
  Real none = twice(nothing, time);
  Real few = twice(constants, time);
  Real deep = inside(time);
  Real number = twice(3, time);
end Test;
