// Two solutions, -2 and 2. The start value is nearer to the first; the simplified equation leads to the second: from 3 the solution of
// lambda*(x^2 - 4) + (1 - lambda)*(x - 3) = 0 goes down to 2 as lambda goes from 0 to 1, and meets no other on its way. What is
// simplified may be an input of an equation: that of `y` has the solutions -5 and 1, and -3 is nearer to the first; along
// y = w/2 - 2 + sqrt((w/2 + 2)^2 + 5), as `w` goes from -6 to 0, the second is reached.
model HomotopyChooses
  Real x(start = -1);
  Real w;
  Real y(start = -3);
equation
  homotopy(actual = x^2 - 4, simplified = x - 3) = 0;
  w = homotopy(actual = 0, simplified = -6);
  (y - w)*(y + 4) = 5;
end HomotopyChooses;
