// The index switches next to the solution.
model Switching
  Real x1(start = -2);
  Real x2(start = 1);
  Real x3(start = 1);
equation
  der(x1) + der(x2) + x3 = 1;
  x2*x3 = 1;
  x1 + (x2^2 + x2)*x3 = 0;
end Switching;
