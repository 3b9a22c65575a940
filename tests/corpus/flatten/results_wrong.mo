// More results than there are, and calls for each element that cannot be.

function both
  input Real x, y;
  output Real sum, difference;
algorithm
  sum := x + y;
  difference := x - y;
end both;

function one
  input Real x, y;
  output Real sum;
algorithm
  sum := x + y;
end one;

record Pair
  Real a;
  Real b[2];
end Pair;

model Test
  Real a, b, c, d, e, f;
  Real g[2] = both({1, 2}, {3, 4});
  Real h[2] = one({1, 2}, {3, 4, 5});
  Real i[2] = one({1, 2}, 3);
  Pair j = Pair(1, {2});
  Pair k = Pair(b = {1, 2}, a = true);
  Pair l = Pair(1, {2, 3});
equation
  (a, b, c) = both(1, time);
algorithm
  (d, e, f) := both(1, time);
end Test;
