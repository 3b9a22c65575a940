// A pendulum in Cartesian coordinates, released lying on its side. Index three; neither coordinate can be the state all
// the time.
model Pendulum
  Real y[5](start = {1, 0, 0, 0, 0}) "Position, velocity and force";
initial equation
  y[2] = 0;
  y[4] = 0;
equation
  der(y[1]) = y[3];
  der(y[2]) = y[4];
  der(y[3]) = -2*y[5]*y[1];
  der(y[4]) = -2*y[5]*y[2] - 9.81;
  y[1]^2 + y[2]^2 = 1;
  annotation(experiment(StopTime = 2));
end Pendulum;
