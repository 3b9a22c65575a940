// Array constructors and reductions with iterators; a later iterator may use an earlier one in a loop.

model Comprehensions
  parameter Integer n = 3;
  parameter Real squares[n] = {i^2 for i in 1:n};
  parameter Real table[2, n] = {10*j + i for i in 1:n, j in 1:2};
  Real total = sum(squares[i]*time for i in 1:n);
  Real most = max(squares[i] - i for i in {1, 3});
  Real product_ = product(i for i in 2:2:6);
  Real triangle[n, n];
equation
  for i in 1:n loop
    for j in 1:i loop
      triangle[i, j] = i + j;
    end for;
    for j in i + 1:n loop
      triangle[i, j] = 0;
    end for;
  end for;
end Comprehensions;
