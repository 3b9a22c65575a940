// An Integer changes in steps, and cannot be equal to what changes continuously. A Real may be equal to an Integer.

model IntegerOfReal
  Integer n, whole;
  Real x, y;
equation
  n = 2*time;
  whole = integer(2*time);
  x = whole;
  0 = y - time;
end IntegerOfReal;
