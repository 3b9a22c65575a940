// A pendulum that begins on its side, at (1, 0), where nothing may be freed at will: with `y` and `vy` free the length
// determines `vy` by y*vy = -x*vx, which says nothing at y = 0.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 0, fixed = true);
  Real T;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = T*x;
  der(vy) = T*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
