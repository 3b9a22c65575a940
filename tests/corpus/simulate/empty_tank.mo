// The level of a tank falls below zero, where the outflow is not defined.
model EmptyTank
  Real h(start = 1, fixed = true);
equation
  der(h) = -0.5*sqrt(2*9.81*h) - 0.1;
end EmptyTank;
