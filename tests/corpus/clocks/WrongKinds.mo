model WrongKinds
  Real x = sample(time, Clock(0.1));
  Real y = sample(time, Clock(time > 0.5));
  Real z = noClock(x) + y;
end WrongKinds;
