// der(x) = -x from tick to tick: 0.9, 0.81, 0.729
model ExplicitEuler
  Real x(start = 1, fixed = true);
equation
  der(x) = -x + sample(0*time, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  annotation(experiment(StopTime = 0.3));
end ExplicitEuler;
