// On one side of the beginning the last equation gives y, on the other it does not.
model Kink
  Real x(start = 0);
  Real y(start = 0);
equation
  der(x) = -y;
  noEvent(max(y, 0)) + x = 0;
end Kink;
