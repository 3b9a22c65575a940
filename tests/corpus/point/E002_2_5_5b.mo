// The start values satisfy the constraint, but with them the hidden one has no solution.
model Nowhere
  Real x1(start = sqrt(0.9), fixed = true), x2(start = sqrt(0.1)), x3(start = 1);
equation
  der(x1) = x1;
  der(x2) = (x3^2 - 0.5)/x2;
  x1^2 + x2^2 = 1;
end Nowhere;
