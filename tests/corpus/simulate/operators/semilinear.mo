// 3.7.4.4: semiLinear(x, a, b) = if x >= 0 then a*x else b*x, also with slopes that vary; the state is its integral.
model semilinear
  Real x = 2*time - 2, y = semiLinear(x, 2, 3), z = semiLinear(-x, time, 4), e(start = 0, fixed = true);
equation
  der(e) = y;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end semilinear;
