// A pendulum is at a place on its circle: of both coordinates and both speeds two can be chosen.
model Pendulum
  parameter Real m = 1, L = 1, g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = -0.8, fixed = true);
  Real vx(start = 0, fixed = true), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
end Pendulum;
