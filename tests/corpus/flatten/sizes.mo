// Sizes from parameters, from values, from sizes of others and from an enumeration.

type Side = enumeration(left, right);

model Sizes
  parameter Integer n = 2;
  parameter Real a[:] = {1, 2, 3};
  parameter Real B[:, n] = [1, 2; 3, 4; 5, 6];
  parameter Real c[size(B, 2), size(a, 1) - 1] = zeros(size(c, 1), size(c, 2));
  Real x[size(a, 1)];
  Real y[n + 1, 0];
  Boolean open[Side, Boolean];
  Integer count = ndims(B) + sum(size(B)) + size(y, 2);
equation
  x = a*time;
  open = {{true, false}, {false, true}};
end Sizes;
