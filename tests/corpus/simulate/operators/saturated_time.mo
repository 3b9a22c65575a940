// 8.5: a signal that reaches its limit at 0.7 and stays exactly there. There is no crossing to be found, yet the relation has changed:
// it is at least the limit.
model saturated_time
  Boolean full = min(time, 0.7) >= 0.7;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end saturated_time;
