// Each equation has its unknown, and yet no order of computation exists: the difference of the last two fixes x1.
model Hidden
  Real x1(start = 9);
  Real x2(start = 8);
  Real x3(start = 7);
equation
  der(x1) = x1 + 2*x2 + 3*x3;
  x1 + x2 + x3 = -1;
  2*x1 + x2 + x3 = 0;
end Hidden;
