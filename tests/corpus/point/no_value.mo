// No logarithm at the beginning.
model NoValue
  Real x(start = -1, fixed = true);
  Real y;
equation
  der(x) = 1 - y;
  y = log(x);
end NoValue;
