// The initial equation sets the derivative of what the model does not differentiate, and so, by way of it, the state.
model Resting
  Real x(start = 2, fixed = true);
  Real y;
initial equation
  der(y) = 0;
equation
  der(x) = 1 - x^3;
  y = 2*x + 1;
end Resting;
