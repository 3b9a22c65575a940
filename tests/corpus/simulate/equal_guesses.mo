// Where both unknowns are equal these equations depend on each other: the search, which begins at zero, must leave the diagonal.
model EqualGuesses
  Real x;
  Real y;
  Real s = abs(x) + abs(y);
equation
  x^2 + y^2 = 25;
  x*y = 12;
end EqualGuesses;
