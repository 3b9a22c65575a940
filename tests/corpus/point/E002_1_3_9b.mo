// The same, rewritten: index 2, but what has to be corrected depends on the values.
model Rewritten
  Real x1(start = -2);
  Real x2(start = 1);
  Real x3(start = 1);
equation
  der(x1) + der(x2) + x3 = 1;
  x2*x3 = 1;
  x1 + x2 + 1 = 0;
end Rewritten;
