// An array of no parts has the sizes that its parts would have.

model empty_comprehensions
  parameter Integer n = 0;
  parameter Real corners[n, 3] = {{0, 0, 0} for i in 1:n};
  parameter Real boxes[n, 3, 2] = {{{i, j} for j in 1:3} for i in 1:n};
  parameter Real table[2, n, 3] = {{1, 2, 3} for i in 1:n, j in 1:2};
  Real y = sum(corners) + sum(boxes) + size(table, 3) + size(boxes, 2);
end empty_comprehensions;
