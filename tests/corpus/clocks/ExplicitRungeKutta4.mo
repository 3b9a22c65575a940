// der(x) = -x from tick to tick: 0.9048375, …
model ExplicitRungeKutta4
  Real x(start = 1, fixed = true);
equation
  der(x) = -x + sample(0*time, Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4"));
  annotation(experiment(StopTime = 0.3));
end ExplicitRungeKutta4;
