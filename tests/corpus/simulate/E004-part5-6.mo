// E004-part5-6: a stationary start of a system with constraints. At rest the derivatives of the constraint hold by
// themselves, so that the pendulum hangs still wherever the search begins.
model Hanging
  parameter Real m = 2, L = 1.5, g = 9.81;
  Real x(start = 0.3), y(start = -1), vx, vy, F(start = 20);
initial equation
  der(x) = 0;
  der(vx) = 0;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(Tolerance = 1e-9));
end Hanging;
