// Two capacitors side by side are of index two, and nothing is wrong with them.
model Capacitors
  parameter Real C1 = 1e-3, C2 = 2e-3, R = 100;
  Real v1(start = 0, fixed = true), v2, i1, i2;
equation
  C1*der(v1) = i1;
  C2*der(v2) = i2;
  v1 = v2;
  i1 + i2 = (10 - v1)/R;
end Capacitors;
