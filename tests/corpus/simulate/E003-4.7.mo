// E003-4.7: one loop of three, or a loop of two and an alias; either way y = 3, z = 4, x = 3.
model Alias
  Real x, y, z;
equation
  x = y;
  z - y = 1;
  x + z = 7;
end Alias;
