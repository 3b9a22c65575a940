// The Cartesian pendulum: neither x nor y can be the state through a full turn, so the choice is told.
model Pendulum
  parameter Real m = 1, L = 1, g = 9.81;
  Real x(start = 1), y, vx, vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
end Pendulum;
