// Two equations differ in the twelfth digit: as they are written they are independent, with other last digits not.
model Written
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = y + z;
  y + z = x;
  y + 1.00000000001*z = 2*x;
end Written;
