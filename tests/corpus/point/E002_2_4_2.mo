// Structure sees nothing that would have to be differentiated.
model Blind
  Real x1(start = 1);
  Real x2(start = -5);
  Real x3(start = 3);
equation
  der(x1) = x1 + 2*x2 + 3*x3;
  x1 + x2 + x3 + 1 = 0;
  2*x1 + x2 + x3 = 0;
end Blind;
