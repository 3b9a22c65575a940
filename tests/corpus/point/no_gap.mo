// One coefficient is so small that it may be meant, or may be a rounding error of the others.
model NoGap
  parameter Real k = -2 + 2e-13;
  Real e1, e2, j;
equation
  der(e1) = -e1 - (1 + k)*j;
  der(e2) = j;
  e1 - e2 = sin(time);
end NoGap;
