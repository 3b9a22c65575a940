// The warmer it is the faster it gets warmer: after ten seconds it would be infinitely warm.
model Runaway
  Real T(start = 300, fixed = true);
equation
  der(T) = 1e-2*(T - 290)^2;
  annotation(experiment(StopTime = 20));
end Runaway;
