// The laws have no values at the start values. The beginning is found from the straight ones, where only these are looked at.
model Homotopy
  Real x(start = -1), y(start = -1);
equation
  homotopy(log(x) + y, x + y - 10) = 3;
  homotopy(sqrt(y)*x, y - x + 9) = 2;
  annotation(experiment(Tolerance = 1e-9));
end Homotopy;
