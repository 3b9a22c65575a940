// 3.7.2.1: x' = -delay(x, 1) from x = 1: by steps, 1 - t until 1, then 1 - t + (t - 1)^2/2, and - (t - 2)^3/6 more from 2.
model delay_loop
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
  annotation(experiment(StopTime = 3, Interval = 0.125, Tolerance = 1e-08));
end delay_loop;
