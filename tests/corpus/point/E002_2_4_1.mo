// Only the difference of two equations has to be differentiated.
model Difference
  Real x1, x2, x3, x4;
equation
  der(x1) + x4 = sin(time);
  x1 + x2 = time^2;
  x2 = time;
  x3 = 4;
end Difference;
