// Clocks in variables, chosen by parameters, one from the other.
model Variables
  parameter Boolean fast = true;
  parameter Integer factor = 2;
  Clock all[2] = {Clock(1, 10), Clock(1, 5)};
  Clock c;
  Clock slow = subSample(c, factor);
  Real x = sample(time, c);
  Real y = sample(time, slow);
equation
  c = if fast then all[1] else all[2];
  annotation(experiment(StopTime = 0.5));
end Variables;
