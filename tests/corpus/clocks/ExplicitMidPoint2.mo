// der(x) = -x from tick to tick: 0.905, 0.819025, …
model ExplicitMidPoint2
  Real x(start = 1, fixed = true);
equation
  der(x) = -x + sample(0*time, Clock(Clock(1, 10), solverMethod = "ExplicitMidPoint2"));
  annotation(experiment(StopTime = 0.3));
end ExplicitMidPoint2;
