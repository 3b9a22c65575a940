// An initial equation sets the derivative of something that the model does not differentiate.
model Initial
  Real x(start = 2), y;
initial equation
  der(y) = 0;
equation
  der(x) = 1 - x^3;
  y = 2*x + 1;
end Initial;
