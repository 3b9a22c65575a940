// Two equations differ by ten times what rounding errors are: whether they depend on each other cannot be told.
model Faint
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = y + z;
  y + z = x;
  y + (1 + 1e-14)*z = 2*x;
end Faint;
