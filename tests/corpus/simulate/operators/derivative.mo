// 3.7.4.1: der of expressions and arrays: x = exp(-t), so (x^2*sin(t))' = exp(-2*t)*(cos(t) - 2*sin(t)); the derivative
// of a parameter is 0, and what a state is differentiates twice.
model derivative
  parameter Real p = 3;
  Real x(start = 1, fixed = true), y = x^2*sin(time), dy = der(y), a[2] = {x, time^3}, da[2] = der(a), dp = der(p*time);
  Real s = sin(2*time), v = der(s), w = der(v), m = der(max(x, 0) + abs(x));
equation
  der(x) = -x;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end derivative;
