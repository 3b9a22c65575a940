// 8.6: variables that remember through pre in an equation: a latch, a hysteresis of a state and a maximum that only grows.
model memories
  Real s(start = 0, fixed = true), c(start = 1, fixed = true);
  Boolean latch(start = false, fixed = true), high(start = false, fixed = true);
  Integer turns(start = 0, fixed = true);
  discrete Real top(start = 0, fixed = true);
equation
  der(s) = 5*c;
  der(c) = -5*s;
  latch = time >= 1 or pre(latch) or s < -2;
  high = if pre(high) then s > -0.5 else s > 0.5;
  when {high, not high} then
    turns = pre(turns) + 1;
  end when;
  when sample(0.125, 0.125) then
    top = max(pre(top), s);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end memories;
