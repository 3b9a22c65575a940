// 8.5: signals that reach a limit and stay exactly there: x = t, and at 0.7 the rest is 0 and the level is 0.7 for good. There is no crossing
// to be found, yet <= 0 and >= 0.7 are true, > 0 and < 0.7 are not, and floor has the number itself.
model saturated_relations
  Real x(start = 0, fixed = true), rest = max(0, 0.7 - x), level = min(x, 0.7), side = sign(x - 0.7), jump = noEvent(if time > 0.7 then 5 else 0);
  Boolean empty = rest <= 0, some = rest > 0, full = level >= 0.7, room = level < 0.7, past = side >= 1, early = min(time, 0.7) >= 0.7;
  Integer n(start = 0, fixed = true), whole = integer(jump), steps = integer(3*side);
  Real choice = if rest > 0 then 1 else 2, share = floor(level/0.7), e(start = 0, fixed = true);
equation
  der(x) = 1;
  der(e) = if full then 1 else 0;
  when empty then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end saturated_relations;
