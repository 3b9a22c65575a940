// Where no start value is given the search begins at the value nearest to zero that `min` and `max` allow, and so does a
// state (MLS 3.6, 4.9.1): the logarithm of zero is never asked for.
model Fallback
  Real x(min = 1e-3, max = 100);
  Real level(min = 2), depth(max = -3);
equation
  log(x) + x = 3 + time;
  der(level) = -level;
  der(depth) = -depth;
  annotation(experiment(Tolerance = 1e-9));
end Fallback;
