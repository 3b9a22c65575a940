// The first unknown is given twice, the others share one equation.
model System
  Real z1, z2, z3;
equation
  z1 = time;
  2*z1 = 3;
  z2 + z3 = time;
end System;
