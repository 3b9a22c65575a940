model WrongFactor
  Integer n = if time < 0.5 then 1 else 2;
  Real x = sample(time, Clock(2, 10));
  Real y = subSample(x, n);
end WrongFactor;
