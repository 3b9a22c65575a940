// x' = -x(t - 1), and x = 1 until then: the method of steps gives a polynomial of higher degree each time.
model Steps
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end Steps;
