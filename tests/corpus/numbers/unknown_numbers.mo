// The coefficient of der(y) changes with time: nothing is said about the true index.
model UnknownNumbers
  Real x, y;
equation
  der(x) + time*der(y) = 0;
  x + y = 1;
end UnknownNumbers;
