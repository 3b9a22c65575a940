// What is compared reaches its edge at the stop time: `>` does not hold there, `>=` does, whether time or a state is compared.
model LastInstant
  Real x(start = 0, fixed = true), s(start = 0, fixed = true);
  Boolean later = time > 1, reached = time >= 1, above = x > 1, there = x >= 1;
  Boolean low = 1 - x < 0, curve = time^2 > 1, full = time^2 >= 1;
  Integer fired(start = 0, fixed = true);
equation
  der(x) = 1;
  der(s) = if x > 1 then 100 else 0;
  when {time > 1, x > 1, time^2 > 1} then
    fired = pre(fired) + 1;
  end when;
  assert(x <= 1 and time <= 1, "it ends at 1");
  annotation(experiment(StopTime = 1));
end LastInstant;
