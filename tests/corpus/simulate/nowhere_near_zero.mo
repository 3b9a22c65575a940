// exp(x) is never zero; where it is too small to be a number is no solution.
model NowhereNearZero
  Real x(start = 1);
equation
  exp(x) = 0;
end NowhereNearZero;
