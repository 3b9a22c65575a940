model WrongEarly
  Real x = sample(time, Clock(3, 10));
  Real y = shiftSample(x, 3);
  Real z = backSample(y, 4);
end WrongEarly;
