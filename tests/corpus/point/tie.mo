// Two values are equal where the larger one is taken: the index is the same whichever it is.
model Tie
  Real x(start = 1, fixed = true);
  Real y(start = 1);
equation
  der(x) = -y;
  y = max(x, 1);
end Tie;
