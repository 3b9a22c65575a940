model WrongFaster
  Real x = sample(time, Clock(time > 0.5));
  Real y = superSample(x, 2);
end WrongFaster;
