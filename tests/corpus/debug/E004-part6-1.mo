// Equations that no differentiation can help: rejected before the index is reduced.
model System
  Real x(start = 0), y1, y2;
equation
  der(x) = -x + y1;
  0 = y2 - time;
  0 = 2*y2 - 1;
end System;
