model WrongUneven
  Real x = sample(time, Clock(2, 10));
  Real y = sample(time, Clock(3, 10)) + subSample(x);
end WrongUneven;
