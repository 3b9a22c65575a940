// Unknowns alone.
model Empty
  Real x, y;
end Empty;
