// 3.7.4.3: after the initialization homotopy is its actual argument: x^3 + x = 10 has x = 2, and y follows actual.
model homotopy_actual
  Real x(start = 0.1), y = homotopy(actual = time^2, simplified = time), z = homotopy(time, 5);
equation
  homotopy(x^3 + x, 4*x) = 10;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end homotopy_actual;
