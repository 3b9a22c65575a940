// A sampled value can be held without a variable between them (MLS 16.5.1): it has the clock of the sample.
model SampleInHold
  Clock c = Clock(0.1);
  Real plain = hold(sample(time, c)) + 1;
  Real inside = 2*hold(3*sample(time, Clock(0.2)) + 1);
  Real twice = hold(sample(time, c)) - hold(sample(2*time, c));
  annotation(experiment(StopTime = 0.25));
end SampleInHold;
