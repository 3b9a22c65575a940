// E004-part6-3: with (5.20) in place of the last equation, which is differentiated once.
model Repaired
  Real x1(start = 1), x2, y1, y2;
equation
  der(x1) = y1;
  der(x2) = y2;
  0 = y1 + y2 + 2*x1;
  0 = x1 - 2*x2;
  annotation(experiment(Tolerance = 1e-9));
end Repaired;
