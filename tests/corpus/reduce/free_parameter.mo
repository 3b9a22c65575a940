// A parameter that an initial equation determines, and one that depends on it.
model Free
  parameter Real k(fixed = false, start = 1);
  parameter Real twice = 2*k;
  Real x(start = 3, fixed = true);
initial equation
  der(x) = -6;
equation
  der(x) = -k*x + 0*twice;
end Free;
