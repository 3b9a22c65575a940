// Arrays of components: a modification is spread over the elements, `each` repeats it.

model Cell
  parameter Real C = 1;
  parameter Real k[2] = {0, 0};
  Real T(start = 300);
  input Real Q;
equation
  C*der(T) = Q + k[1] - k[2];
end Cell;

model ComponentArrays
  parameter Integer n = 2;
  Cell row[n](C = {10, 20}, each k = {1, 2}, T(start = {280, 290}), Q = {row[2].T, time});
  Cell grid[n, 2](each C = 5, k = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, each Q = 0);
  Real all[n] = row.T;
  Real both[n, 2] = row.k;
  Real corner = grid[2, 1].T;
end ComponentArrays;
