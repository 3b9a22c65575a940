// Where nothing says with which value the search for an unknown begins, it begins with zero, and something may be divided by it: the
// search then begins beside it. The angle of a vector has no derivative there either.
model DividedByAGuess
  Real x;
  Real a;
  Real b;
equation
  x = 3 + 4/x;
  a = 2*cos(atan2(b, a));
  b = 1 + 0.5*sin(atan2(b, a));
end DividedByAGuess;
