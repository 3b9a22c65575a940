// 3.7.5, 8.6: time > c becomes true once: its when acts once, also if it sets a state anew and another relation
// changes with that, so that x changes its sign once and not back again; nor does time > c become false again.
model reinit_at_a_time
  Real x[3](each start = 1, each fixed = true), y(start = 0, fixed = true);
  Boolean late[3] = {time > 0.301, time > 0.601, time > 1.721}, positive[3] = {x[1] > 0, x[2] > 0, x[3] > 0};
  Integer n[3](each start = 0, each fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = {1, 1, 1};
  der(y) = 1;
  for i in 1:3 loop
    when late[i] then
      n[i] = pre(n[i]) + 1;
      reinit(x[i], -x[i]);
    end when;
  end for;
  when {not late[1], not late[2], not late[3]} then
    m = pre(m) + 1;
  end when;
  when y > 1.3 then
    k = pre(k) + 1;
    reinit(y, y - 0.4);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end reinit_at_a_time;
