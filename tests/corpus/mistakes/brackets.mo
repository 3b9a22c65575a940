model Brackets
  Real x(start = 1;
  Real y[3;
  Real z = {1, 2, 3);
  Blocks.Interfaces.RealInput u[3(each start = 1);
equation
  x = sin(y[1];
  y = f(x));
  z = (x + [1, 2;
  z = ((x + 1)*2;
  x = a[1) + b;
end Brackets;
