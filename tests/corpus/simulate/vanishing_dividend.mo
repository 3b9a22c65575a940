// What is divided vanishes together with the divisor and keeps its sign: the quotient is zero there, and not infinite. Where
// the divisor vanishes faster, it is infinite all the same.
model VanishingDividend
  Real x(start = -1, fixed = true);
  Real y;
  Real z;
equation
  der(x) = 1;
  y = (1 - cos(x))/x;
  z = noEvent(sqrt(abs(x)))/x;
  annotation(experiment(StopTime = 2, Interval = 2));
end VanishingDividend;
