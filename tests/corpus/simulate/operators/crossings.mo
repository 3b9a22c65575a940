// 8.5: sin(10*pi*t) rises above 0.99 at (k + a)/5, a = asin(0.99)/(2*pi), and leaves it at (k + 0.5 - a)/5: ten times in 2 s. The
// states see the same signal as c.
model crossings
  constant Real pi = 2*acos(0);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), l(start = 0, fixed = true);
  Real s(start = 0, fixed = true), c(start = 1, fixed = true), on(start = 0, fixed = true);
  Boolean high = sin(10*pi*time) > 0.99;
equation
  der(s) = 10*pi*c;
  der(c) = -10*pi*s;
  der(on) = if high then 1 else 0;
  when high then
    n = pre(n) + 1;
  end when;
  when s > 0.99 then
    m = pre(m) + 1;
  end when;
  when not high then
    l = pre(l) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.0625, Tolerance = 1e-08));
end crossings;
