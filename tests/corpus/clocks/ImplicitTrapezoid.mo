// der(x) = -x from tick to tick: 0.95/1.05, …
model ImplicitTrapezoid
  Real x(start = 1, fixed = true);
equation
  der(x) = -x + sample(0*time, Clock(Clock(1, 10), solverMethod = "ImplicitTrapezoid"));
  annotation(experiment(StopTime = 0.3));
end ImplicitTrapezoid;
