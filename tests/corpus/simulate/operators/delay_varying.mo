// 3.7.2.1: a delay that changes: y is x at time - d, x = exp(-t) and d = 0.5 + time/4, which reaches delayMax = 1 at the end.
model delay_varying
  Real x(start = 1, fixed = true), y = delay(x, 0.5 + time/4, 1);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end delay_varying;
