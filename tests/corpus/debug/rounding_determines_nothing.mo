// What is rounded is the same for many values of `u`.
model Steps
  Real x(start = 0, fixed = true);
  Real u;
  Integer n;
equation
  der(x) = 1;
  n = integer(u);
  n = integer(x);
end Steps;
