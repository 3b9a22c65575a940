// 8.5: a signal that reaches 0 at 0.7 and stays exactly there. There is no crossing to be found, yet the relation has changed:
// d <= 0 is true and d > 0 is not.
model saturated_at_zero
  Real x(start = 0, fixed = true), d = max(0, 0.7 - x), choice = if d > 0 then 1 else 2, e(start = 0, fixed = true);
equation
  der(x) = 1;
  der(e) = choice;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end saturated_at_zero;
