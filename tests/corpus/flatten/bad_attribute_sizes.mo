model BadAttributeSizes "Sizes that are written, and are not those of the value"
  parameter Real table[:, 2] = [0, 1, 2; 1, 2, 3];
  parameter Real square[:, size(square, 1)] = [1, 2; 3, 4; 5, 6];
  Real x[:](each start = 1);
end BadAttributeSizes;
