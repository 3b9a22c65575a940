// A radius below zero is outside of what its type allows.

type Radius = Real(quantity = "Length", unit = "m", min = 0.0);

model Types
  parameter Radius r = -0.1;
  parameter Radius s(min = -1) = -0.1;
end Types;
