// The delay is computed from what is computed: x is what the square was then.
model Echo
  Real tau = 0.1 + 0.05*s, s(start = 0, fixed = true), c(start = 1, fixed = true);
  Real square(start = 0, fixed = true), x;
equation
  der(s) = c;
  der(c) = -s;
  der(square) = 2*time;
  x = delay(square, tau, 0.2);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Echo;
