// The derivative of the root is zero divided by zero as long as `z` is zero, though the root is zero: differences tell it.
model RootOfNothing
  Real x(start = 0, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der(x) = 1 - x + sqrt(z * x);
  der(z) = 0 * z * x;
end RootOfNothing;
