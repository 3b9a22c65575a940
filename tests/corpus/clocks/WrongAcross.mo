// Equations on two clocks that need each other at the same tick.
model WrongAcross
  Real x = sample(time, Clock(1, 10)) + superSample(y, 2);
  Real y = subSample(x, 2)/2;
end WrongAcross;
