// A clock that is shifted by two thirds of its period, and taken back by one third. Before its first tick the start value
// is used.
model Shift
  Real u = sample(time, Clock(3, 10));
  Real later = shiftSample(u, 2, 3);
  Real late(start = -1) = 10*later;
  Real back = backSample(late, 1, 3);
  annotation(experiment(StopTime = 1));
end Shift;
