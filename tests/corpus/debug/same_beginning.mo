// The second initial equation says what the first says: one value of the beginning is open.
model SameBeginning
  Real x, y;
initial equation
  x + y = 1;
  2*x + 2*y = 2;
equation
  der(x) = -y;
  der(y) = x;
end SameBeginning;
