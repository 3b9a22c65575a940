// E004-part5-1: two capacitors side by side have one state.
model Capacitors
  parameter Real C1 = 1, C2 = 2, R = 3;
  Real u1(start = 1, fixed = true), u2, i1, i2;
equation
  C1*der(u1) = i1;
  C2*der(u2) = i2;
  u1 = u2;
  u1 = -R*(i1 + i2);
  annotation(experiment(Tolerance = 1e-9));
end Capacitors;
