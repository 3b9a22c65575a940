// Where the search begins the root has a value, but no slope, and from nowhere else a solution is found: there is none.
model NoSlope
  Real x;
equation
  sqrt(abs(x)) + abs(x) = -1;
end NoSlope;
