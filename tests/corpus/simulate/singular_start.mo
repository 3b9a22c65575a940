// The same from zero, where the equation does not depend on its unknown.
model SingularStart
  Real x, y;
equation
  x ^ 2 + y ^ 2 = -1;
  x = y;
end SingularStart;
