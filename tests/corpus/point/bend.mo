// A kink that does not matter: the index is the same on both sides, and whose slopes these are is said.
model Bend
  Real x(start = 1, fixed = true);
  Real y(start = 0);
equation
  der(x) = -y;
  noEvent(abs(x - 1)) + y = 0;
end Bend;
