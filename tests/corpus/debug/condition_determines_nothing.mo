// `y` is known, and of `u` no more is known than on which side of 1 it lies.
model Switch
  Real u, y;
equation
  y = if u > 1 then 2 else 3;
  y = 2 + time;
end Switch;
