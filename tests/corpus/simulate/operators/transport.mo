// 3.7.4.2: a profile moves with speed 1: out1 is the profile at 1 - t, from 1 on what went in at t - 1. At 1.5 the
// movement turns: out0 is what went in at 3 - t. The input 5 + 2*t is a line, so that lines between points are exact.
model transport
  Real x(start = 0, fixed = true), v = if time < 1.5 then 1 else -1, left, right, back = if time < 1.5 then 0 else left;
equation
  der(x) = v;
  (left, right) = spatialDistribution(5 + 2*time, -7, x, time < 1.5, {0, 0.5, 1}, {0, 1, 3});
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end transport;
