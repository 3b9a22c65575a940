model Signs
  Real x, y;
equation
  x := 1;
  y == 2;
  x + y;
  x = y = 1;
  x = 2 * -y;
  x = 2^-1;
  x = a^b^c;
  y = a < b < c;
  y = a == not b;
algorithm
  x = 1;
  x == 1;
  (x, y) = f(1);
end Signs;
