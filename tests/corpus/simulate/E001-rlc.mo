// E001-statespace, E001-num: a capacitor and an inductor at a constant source. duC/dt = -(1/(C*R1) + 1/(C*R2))*uC + u0/(C*R1), diL/dt = u0/L.
model RLC
  parameter Real R1 = 1, R2 = 4, C = 0.5, L = 2;
  Real u0, u1, u2, uL, i0, i1, i2, iC;
  Real uC(start = 0, fixed = true), iL(start = 0, fixed = true);
equation
  u0 = 10;
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uC;
  uL = u1 + u2;
  uC = u2;
  i0 = i1 + iL;
  i1 = i2 + iC;
  annotation(experiment(Tolerance = 1e-9));
end RLC;
