// The specification's example of a first tick: the continuous part begins in its steady state, so 2 is sampled and not 1.
model LeftLimit
  Real y(start = 1), yc;
initial equation
  der(y) = 0;
equation
  der(y) + y = 2;
  yc = sample(y, Clock(0.1));
  annotation(experiment(StopTime = 0.15));
end LeftLimit;
