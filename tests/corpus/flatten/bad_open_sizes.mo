model Cell
  Real x[:](start = {1, missing});
equation
  der(x) = -x;
end Cell;

model BadOpenSizes "One message for each value that cannot give a size"
  Cell one;
  Cell two;
  parameter Real scalar[:, 2] = 5;
  parameter Real vector[:, 2, 3] = {1, 2};
  parameter Real first[2, :] = {1, 2};
  parameter Real square[:, 2, 3] = [1, 2; 3, 4];
end BadOpenSizes;
