// E004-part1-1: the flat circuit with R2.v1 = L.v1 at the fourth node, as it is misprinted: regular, but another circuit. The
// inductor is at the source, and R2 has no influence on it.
model Misprint
  parameter Real R1 = 1, R2 = 2, C = 0.5, L = 1, A = 1, w = 3;
  Real R1_v1, R1_i1, R1_v2, R1_i2, R1_u, R2_v1, R2_i1, R2_v2, R2_i2, R2_u;
  Real C_v1, C_i1, C_v2, C_i2, C_u(start = 0, fixed = true), L_v1, L_i1(start = 0, fixed = true), L_v2, L_i2, L_u;
  Real A_v1, A_i1, A_v2, A_i2, A_u, g_v, g_i;
equation
  0 = R1_i1 + R1_i2; R1_u = R1_v1 - R1_v2; R1_u = R1*R1_i1;
  0 = R2_i1 + R2_i2; R2_u = R2_v1 - R2_v2; R2_u = R2*R2_i1;
  0 = C_i1 + C_i2; C_u = C_v1 - C_v2; C*der(C_u) = C_i1;
  0 = L_i1 + L_i2; L_u = L_v1 - L_v2; L*der(L_i1) = L_u;
  0 = A_i1 + A_i2; A_u = A_v1 - A_v2; A_u = A*sin(w*time);
  g_v = 0;
  A_v1 = R1_v1; A_v1 = R2_v1; 0 = A_i1 + R1_i1 + R2_i1;
  g_v = C_v2; g_v = L_v2; g_v = A_v2; 0 = A_i2 + C_i2 + L_i2 + g_i;
  R1_v2 = C_v1; 0 = R1_i2 + C_i1;
  R2_v1 = L_v1; 0 = R2_i2 + L_i1;
  annotation(experiment(Tolerance = 1e-9));
end Misprint;
