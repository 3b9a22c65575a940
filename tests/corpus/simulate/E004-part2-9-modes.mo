// E004-part2-9: begun in the direction of an eigenvector the state stays in it and grows with its eigenvalue.
block StateSpace
  parameter Real A[:, :], x0[:];
  Real x[size(A, 1)](start = x0, each fixed = true);
equation
  der(x) = A*x;
end StateSpace;

model Modes
  parameter Real A[2, 2] = [0.12, 2; 3, 1.5];
  StateSpace fast(A = A, x0 = {2, 3.35481826463 - 0.12}), slow(A = A, x0 = {2, -1.73481826463 - 0.12});
  annotation(experiment(Tolerance = 1e-10));
end Modes;
