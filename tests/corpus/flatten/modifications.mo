// The outermost modification wins, attribute by attribute; what it leaves out stays.

model Leaf
  parameter Real a = 1;
  parameter Real b = 2;
  Real x(start = 3, min = -1) = a + b*time;
end Leaf;

model Branch
  parameter Real a = 10;
  Leaf left(a = a, x(start = 4));
  Leaf right(b = 20, x(min = -2));
end Branch;


model Modifications
  Branch plain;
  Branch changed(a = 11, left.b = 5, right(a = 6, x(start = 7, nominal = 8)));
end Modifications;
