// E004-part6-3: structurally regular of index 1; but the difference of the last two equations is a constraint between x1
// and x2, so that the true index is 2 and one initial value can be chosen.
model E004_part6_3
  Real x1, x2, y1, y2;
equation
  der(x1) = y1;
  der(x2) = y2;
  0 = y1 + y2 + 2*x1;
  0 = y1 + y2 + x1 + 2*x2;
end E004_part6_3;
