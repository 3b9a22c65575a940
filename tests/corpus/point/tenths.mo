// In binary numbers three tenths are not three times a tenth; what is written depends on each other all the same.
model Tenths
  Real x(start = 1), y, z;
equation
  der(x) = y + 0.5*z;
  0.1*y + 0.2*z = x;
  0.3*y + 0.6*z = 7*x;
end Tenths;
