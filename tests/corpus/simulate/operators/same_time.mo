// 8.6: a state reaches 1 at the time of a sample, and a relation of the time changes there too: each acts once, and what depends on two
// of them sees both.
model same_time
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), states(start = 0, fixed = true), times(start = 0, fixed = true), pairs(start = 0, fixed = true), total(start = 0, fixed = true);
equation
  der(x) = 2;
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
  end when;
  when x >= 1 then
    states = pre(states) + 1;
  end when;
  when time >= 0.5 then
    times = pre(times) + 1;
  end when;
  when x >= 1 and time >= 0.5 then
    pairs = pre(pairs) + 1;
  end when;
  when {n > 0, states > 0, times > 0} then
    total = n + states + times;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end same_time;
