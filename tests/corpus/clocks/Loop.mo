// Clocked equations that depend on each other are solved together at each tick.
model Loop
  Real u = sample(1 + time, Clock(0.5));
  Real x(start = 1), y(start = 1);
equation
  x^2 + y = 4*u;
  x - y = previous(x) - 1;
  annotation(experiment(StopTime = 1));
end Loop;
