model WrongCircle
  Real x = sample(time, Clock(0.1));
  Real y = subSample(x, 2);
  Real z = superSample(y, 3) + x;
end WrongCircle;
