// The second embodiment of the patent: two equations for one unknown, one for two.
model System
  Real x1, x2, x3;
equation
  x1 - x2 - x3 = 0;
  3*x3 = 0;
  -3*x3 = 0;
end System;
