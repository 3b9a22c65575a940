// All four kinds of components.
model Kinds
  Real x1(start = 7, fixed = true);
  Real x2, x3, x4;
equation
  der(x1) + x1 + x2 = time;
  der(x2) + x3 + x4 = 5;
  x2 = sin(time);
  x4 = cos(time);
end Kinds;
