// A comparison is true for many values of `u`: the two equations for `b` leave `u` open.
model Threshold
  Real x(start = 0, fixed = true);
  Real u;
  Boolean b;
equation
  der(x) = 1;
  b = u > 1;
  b = x > 0.5;
end Threshold;
