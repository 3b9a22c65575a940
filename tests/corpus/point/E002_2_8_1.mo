// Which components are determined by differentiation depends on the values (A2 fails), so that none can be corrected alone.
model Moving
  Real x1(start = -2), x2(start = 0.9), x3(start = 1);
equation
  der(x1) + der(x2) + x3 = 0;
  x2*x3 = 1 + log(1 + time);
  x1 + x2 + x2*x3 = 0;
end Moving;
