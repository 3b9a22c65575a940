// Pyrolysis with an invariant y[2] = y[3] + y[4], which is an equation here: as a result it is lost to rounding errors.
// Ordinary differential equations, stiff, with values down to 1e-23.
model E5
  constant Real A = 7.89e-10, B = 1.1e7, C = 1.13e3, M = 1e6;
  Real y[4](start = {1.76e-3, 0, 0, 0}, fixed = {true, true, false, true}, each nominal = 1e-22);
equation
  der(y[1]) = -A*y[1] - B*y[1]*y[3];
  der(y[2]) = A*y[1] - M*C*y[2]*y[3];
  y[3] = y[2] - y[4];
  der(y[4]) = B*y[1]*y[3] - C*y[4];
  annotation(experiment(StopTime = 1e13));
end E5;
