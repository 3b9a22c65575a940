// E004-part5-6: a stationary start.
model Stationary
  parameter Real a = 2;
  Real x(start = 1), y;
initial equation
  der(x) = 0;
equation
  der(x) = y - a*x;
  y = 1 + 0.5*x;
  annotation(experiment(Tolerance = 1e-9));
end Stationary;
