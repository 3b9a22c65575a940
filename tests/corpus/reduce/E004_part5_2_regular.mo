// E004-part5-2: (5.8) is regular.
model Regular
  Real x(start = 1), y;
equation
  der(x) + y = -x;
  y = 0;
  annotation(experiment(Tolerance = 1e-9));
end Regular;
