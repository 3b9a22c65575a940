// Delays far shorter than the steps that the tolerance allows, in a loop: x' = -x(t - T) goes on like exp(-k*t), k = exp(k*T).
model Short
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1e-8);
  der(y) = -delay(y, 1e-5);
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Short;
