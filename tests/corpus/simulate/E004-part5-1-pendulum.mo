// E004-part5-1: planar pendulum, a rigid bar on a revolute joint: two states of six.
model Pendulum
  parameter Real m = 1, I = 0.1, L = 1, g = 9.81;
  Real x, y, phi(start = 1, fixed = true), vx, vy, w(start = 0, fixed = true), fx, fy;
  Real energy = m/2*(vx^2 + vy^2) + I/2*w^2 + m*g*y;
equation
  der(x) = vx;
  der(y) = vy;
  der(phi) = w;
  m*der(vx) = fx;
  m*der(vy) = fy - m*g;
  I*der(w) = -fx*L*cos(phi) - fy*L*sin(phi);
  x = L*sin(phi);
  y = -L*cos(phi);
  annotation(experiment(Tolerance = 1e-9));
end Pendulum;
