// The first initial equation says what the equation x - y + 1 = 0 says already, and determines nothing; the second does:
// x = -2 by hand, so that y = -1.
model RedundantCondition
  Real x(start = 1), y(start = 2);
initial equation
  -x + y = 1;
  -x = 2;
equation
  0 = x - y + 1;
  2*der(x) = 0;
end RedundantCondition;
