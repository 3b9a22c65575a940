// 8.5: a signal that reaches 1 at 0.7 and stays exactly there. There is no crossing to be found, yet the relation has changed:
// the sign is at least 1.
model saturated_sign
  Real x(start = 0, fixed = true);
  Boolean past = sign(x - 0.7) >= 1;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end saturated_sign;
