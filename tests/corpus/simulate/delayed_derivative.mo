// The derivative of what is delayed is the delayed derivative. Nothing gives that of `u`, which is no state; it is told, and
// not taken for zero.
model DelayedDerivative
  Real u = sin(time);
  Real y = delay(u, 0.5);
  Real slope;
equation
  slope = der(y);
end DelayedDerivative;
