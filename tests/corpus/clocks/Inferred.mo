// Factors that are not said follow from the clocks on both sides.
model Inferred
  Real fast = sample(time, Clock(1, 20));
  Real slow = sample(time, Clock(1, 5)) + subSample(fast);
  Real up = superSample(slow) + fast;
  annotation(experiment(StopTime = 0.4));
end Inferred;
