// No real number squared is negative: the message says where the search ended.
model NoSolution
  Real x(start = 1), y;
equation
  x ^ 2 + y ^ 2 = -1;
  x = y;
end NoSolution;
