model WrongPrevious
  Real u = sample(time, Clock(0.1));
  Real y = previous(u + 1);
end WrongPrevious;
