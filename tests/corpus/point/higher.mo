// A pendulum as it is written first: its index is three, and two of its five initial values may be chosen.
model Higher
  Real x(start = 0.6), y(start = -0.8), vx(start = 0.8), vy(start = 0.6), force(start = 4);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -force*x;
  der(vy) = -force*y - 9.81;
  x^2 + y^2 = 1;
end Higher;
