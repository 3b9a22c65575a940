// Mathematical functions with too many or too few arguments.

model WrongCalls
  Real a = sin(1, time);
  Real b = sqrt();
  Real c = atan2(time);
  Real d = mod(time, 2, 3);
  Real e = atan2(time, 1) + sin(time);
end WrongCalls;
