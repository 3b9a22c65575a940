// A pendulum that has lost the law of its vertical motion.
model Pendulum
  parameter Real m = 1, L = 1, g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = -0.8);
  Real vx(start = 0, fixed = true), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*F;
  x^2 + y^2 = L^2;
end Pendulum;
