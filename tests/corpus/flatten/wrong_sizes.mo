// Arrays whose sizes do not fit, and subscripts that miss them.

function scale
  input Real x[:];
  input Real k;
  output Real y[size(x, 1)];
algorithm
  y := k*x;
end scale;

model WrongSizes
  parameter Integer n;
  Real a[2] = {1, 2, 3};
  Real b[3];
  Real c[n];
  Real M[2, 3] = [1, 2, 3; 4, 5, 6];
equation
  b = a;
  b[4] = 0;
  M*a = b;
  b = scale(b);
  a[1, 1] = M[1];
end WrongSizes;
