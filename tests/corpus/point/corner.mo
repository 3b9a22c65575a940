// At the corner of its absolute value the second equation has no derivative.
model Corner
  Real x(start = 0, fixed = true), y(start = 0);
equation
  der(x) = y;
  noEvent(abs(y)) = x;
end Corner;
