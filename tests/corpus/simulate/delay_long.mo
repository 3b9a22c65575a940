model Slower
  parameter Real tau = 0.5;
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = delay(x, tau, 0.2);
end Slower;
