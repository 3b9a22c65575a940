// Coefficients from 1e-14 to 1e9: a loop of capacitors and a source, index 2.
model Decades
  parameter Real C1 = 1e-14;
  parameter Real C2 = 3e-12;
  parameter Real G = 1e9;
  Real e1, e2, e3, j;
equation
  C1*der(e1) + j + G*(e1 - e3) = 0;
  C2*der(e2) - j + 1e-9*e2 = 0;
  G*(e3 - e1) + 1e-6*e3 = 0;
  e1 - e2 = sin(time);
end Decades;
