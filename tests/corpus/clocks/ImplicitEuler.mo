// der(x) = -x from tick to tick: 1/1.1, 1/1.21, …
model ImplicitEuler
  Real x(start = 1, fixed = true);
equation
  der(x) = -x + sample(0*time, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  annotation(experiment(StopTime = 0.3));
end ImplicitEuler;
