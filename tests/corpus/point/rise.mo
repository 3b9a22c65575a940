// The slope of a power below one is infinite at zero: the equation and the unknown are named.
model Rise
  Real x(start = 0, fixed = true);
  Real y;
  Real z;
equation
  der(x) = 1 - y;
  y = noEvent(x^0.5) + 2*z;
  z = x;
end Rise;
