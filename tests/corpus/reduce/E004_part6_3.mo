// E004-part6-3: structurally regular, but y1 + y2 is all that the equations know of y1 and y2.
model Hidden
  Real x1(start = 1), x2, y1, y2;
equation
  der(x1) = y1;
  der(x2) = y2;
  0 = y1 + y2 + 2*x1;
  0 = y1 + y2 + x1 + 2*x2;
end Hidden;
