// Initial equations of what is integrated on a clock hold at its first tick.
model SteadyStart
  Real u = sample(1 + time, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  Real x;
initial equation
  der(x) = 0;
equation
  der(x) = u - x;
  annotation(experiment(StopTime = 0.25));
end SteadyStart;
