// By their places the initial equations determine `x` and `y`; by their numbers there are no such values.
model ContradictingBeginning
  Real x, y;
initial equation
  x + y = 1;
  2*x + 2*y = 3;
equation
  der(x) = -y;
  der(y) = x;
end ContradictingBeginning;
