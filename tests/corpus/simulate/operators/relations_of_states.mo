// 8.5: x = t and y = 2 - t meet at 1; relations have the new value in the row after, and an if between them is integrated exactly.
model relations_of_states
  Real x(start = 0, fixed = true), y(start = 2, fixed = true), e(start = 0, fixed = true);
  Boolean more = x > y, most = x >= y, twice = x*x > 2.25 or y < -5;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = -1;
  der(e) = if more then 3 elseif x > 0.5 then 2 else 1;
  when {more, most, twice} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end relations_of_states;
