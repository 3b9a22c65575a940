// What the derivatives act on turns with the unknowns: the index is that of the enlarged system.
model Turning
  Real x1(start = 1, fixed = true), x2, x3;
equation
  der(x1) - x3*der(x2) + x2*der(x3) = 0;
  x2 = 0;
  x3 = 0;
end Turning;
