// Before its first tick a variable has its start value for others, even if it is nothing but what is sampled.
model StartAlias
  Real x(start = 5) = sample(time, shiftSample(Clock(1, 10), 2));
  Real y = backSample(x, 2);
  annotation(experiment(StopTime = 0.35));
end StartAlias;
