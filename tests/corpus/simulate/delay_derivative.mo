// The derivative of what is delayed is zero until the delay has passed, and then that of x delayed, times one less the derivative of
// the delay: x' = 2 + t, so that z = 1.5 + t after 0.5, and w = 0.9*(1.8 + 0.9*t) after t = 2/9, where 0.9*t = 0.2.
model Derivative
  Real x(start = 0, fixed = true), y = delay(x, 0.5), v = delay(x, 0.2 + 0.1*time, 1), z = der(y), w = der(v);
equation
  der(x) = 2 + time;
end Derivative;
