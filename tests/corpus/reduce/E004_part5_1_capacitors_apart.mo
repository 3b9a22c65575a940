// E004-part5-1: the same with a ratio between the voltages, which is no alias.
model Capacitors
  parameter Real C1 = 1, C2 = 2, R = 3, n = 2;
  Real u1(start = 1, fixed = true), u2, i1, i2;
equation
  C1*der(u1) = i1;
  C2*der(u2) = i2;
  u1 = n*u2;
  u1 = -R*(i1 + i2);
end Capacitors;
