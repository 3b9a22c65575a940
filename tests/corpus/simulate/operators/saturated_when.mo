// 8.5: a signal that reaches 0 at 0.7 and stays exactly there. There is no crossing to be found, yet the relation has changed:
// the when acts once.
model saturated_when
  Real x(start = 0, fixed = true), d = max(0, 0.7 - x);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when d <= 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end saturated_when;
