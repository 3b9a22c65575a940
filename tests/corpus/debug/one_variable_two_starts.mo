// `x` and `y` are one variable, of which `y` is the one that is differentiated: it cannot begin with 2 and with 1.
model OneVariableTwoStarts
  Real x(start = 2, fixed = true);
  Real y(start = 1, fixed = true);
equation
  x = y;
  der(y) = 1;
end OneVariableTwoStarts;
