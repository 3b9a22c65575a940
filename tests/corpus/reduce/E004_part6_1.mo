// E004-part6-1: structurally inconsistent: two equations for y2, none for y1.
model Inconsistent
  Real x(start = 1), y1, y2;
equation
  der(x) = x*y1;
  0 = y2^2 - 1;
  0 = sin(y2);
end Inconsistent;
