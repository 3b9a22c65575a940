// E004-part5-1: planar pendulum, a rigid bar on a revolute joint: two states of six.
model Pendulum
  parameter Real m = 1, I = 0.1, L = 1, g = 9.81;
  Real x(start = 0.5), y(start = -0.5), phi(start = 0.1), vx, vy, w, fx, fy;
equation
  der(x) = vx;
  der(y) = vy;
  der(phi) = w;
  m*der(vx) = fx;
  m*der(vy) = fy - m*g;
  I*der(w) = -fx*L*cos(phi) - fy*L*sin(phi);
  x = L*sin(phi);
  y = -L*cos(phi);
end Pendulum;
