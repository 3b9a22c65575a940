// 3.7.2.1: delay(e, d) is e at time - d, and e at the start until then. A jump arrives as a jump, which an if, a when and a state see.
model delayed
  Real x(start = 1, fixed = true), y = delay(x, 0.375), jump = if time < 0.5 then time else 2 + time, z = delay(jump, 0.5), long = delay(cos(time), 5);
  Real steps = delay(integer(2*time), 0.75), e(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  der(e) = steps;
  when steps > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end delayed;
