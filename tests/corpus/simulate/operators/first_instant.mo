// 8.6: at the start: initial() with other conditions acts once there and again when another becomes true; what an if of initial() sets, and
// discrete variables that begin with another value than their start say.
model first_instant
  Integer n, m(start = 3, fixed = true), k = if time < 1 then 4 else 5;
  discrete Real x, y(start = 2, fixed = true);
  Boolean grown = k > pre(k);
initial equation
  pre(n) = 10;
  pre(k) = 4;
  x = 7;
equation
  when {initial(), time >= 0.5, time >= 1} then
    n = pre(n) + 1;
  end when;
  when time >= 0.5 then
    x = pre(x) + 1;
    y = pre(y) + x;
  end when;
  when k > 4 then
    m = pre(m) + k;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end first_instant;
