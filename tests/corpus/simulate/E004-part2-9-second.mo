// E004-part2-9: the state space with the other input.
block StateSpace
  parameter Real A[:, :], B[:, :], C[:, :];
  parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2));
  input Real u[size(B, 2)];
  output Real y[size(C, 1)];
  Real x[size(A, 1)](each start = 0, each fixed = true);
equation
  der(x) = A*x + B*u;
  y = C*x + D*u;
end StateSpace;

model Second
  StateSpace S(A = [0.12, 2; 3, 1.5], B = [2, 7; 3, 1], C = [0.1, 0.4], u = {0, 1});
  annotation(experiment(Tolerance = 1e-9));
end Second;
