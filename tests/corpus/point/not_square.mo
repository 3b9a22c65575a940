// Two equations for three unknowns.
model NotSquare
  Real x(start = 1, fixed = true);
  Real y, z;
equation
  der(x) = y + z;
  y = 2*x;
end NotSquare;
