// Matrix products and matrix equations, written out scalar by scalar.

model Matrices
  parameter Real A[2, 2] = [0, 1; -2, -3];
  parameter Real b[2] = {0, 1};
  Real x[2](start = {1, 0});
  Real y;
  Real dyad[2, 2];
  Real both[2, 3];
  Real norm;
equation
  der(x) = A*x + b*time;
  y = x*b;
  dyad = matrix(x)*transpose(matrix(b));
  both = [A, b];
  norm = x*A*x - sum(diagonal(x)*identity(2)*b);
end Matrices;
