// The delay becomes zero, and grows again: 0.1*(1 + cos(6*t)).
model Touch
  Real by = 0.1*(1 + cos(6*time)), s(start = 0, fixed = true);
  Real y = delay(sin(20*time), by, 0.2), z = delay(s, by, 0.2);
equation
  der(s) = 20*cos(20*time);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Touch;
