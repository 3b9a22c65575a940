// The factor of the conversion is not said, and nothing else says when `y` ticks.
model WrongOpen
  Real x = sample(time, Clock(2, 10));
  Real y = subSample(x) + 1;
end WrongOpen;
