// E003-7.4.1-g3: the same circuit with node 3 grounded. Structural and true index are 1.
model E003_7_4_1_g3
  parameter Real R = 1e3;
  parameter Real C = 1e-6;
  Real v1, v2, i;
equation
  C*der(v1) - i = 0;
  v2/R + i = 0;
  v2 - v1 = sin(time);
end E003_7_4_1_g3;
