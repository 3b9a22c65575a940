model AttributeSizes "Sizes from attributes, where there is no value"
  Real x[:](start = {1, 2, 3}, each fixed = true);
  Real y[:, :](min = [0, 0; 0, 0]);
  parameter Real table[:, 2] = [0, 1; 1, 2; 2, 4];
  parameter Real square[:, size(square, 1)] = [1, 2; 3, 4];
equation
  der(x) = -x;
  y = square*time;
end AttributeSizes;
