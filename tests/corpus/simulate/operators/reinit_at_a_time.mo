// 3.7.5, 8.6: time > 0.5 becomes true once: its when acts once, also if it sets a state anew, so that x changes its sign once
// and not back again; nor does time > 0.5 become false again.
model reinit_at_a_time
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Boolean late = time > 0.5, high = y > 1.25;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  when late then
    n = pre(n) + 1;
    reinit(x, -x);
  end when;
  when not late then
    m = pre(m) + 1;
  end when;
  when high then
    k = pre(k) + 1;
    reinit(y, y - 0.125);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.0625, Tolerance = 1e-08));
end reinit_at_a_time;
