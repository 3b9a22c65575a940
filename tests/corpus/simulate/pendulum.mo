// A Cartesian pendulum that turns over, ten seconds long. Its length is one all the time although neither coordinate can be
// the state all the time, and it is where the same pendulum is in its angle.
model Pendulum
  Real x(start = 0, fixed = true), y(start = -1), vx(start = 7, fixed = true), vy, F;
  Real drift = 100*(sqrt(x^2 + y^2) - 1) "Must stay below 1e-6";
  Real angle(start = 0, fixed = true), speed(start = 7, fixed = true) "The same in the angle";
  Real dx = x - sin(angle), dy = y + cos(angle) "The difference";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  der(angle) = speed;
  der(speed) = -9.81*sin(angle);
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end Pendulum;
