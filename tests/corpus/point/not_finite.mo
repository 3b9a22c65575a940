// The slope of a square root is infinite where it begins.
model NotFinite
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = 1 - y;
  y = sqrt(x);
end NotFinite;
