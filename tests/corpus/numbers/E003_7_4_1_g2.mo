// E003-7.4.1-g2: the same circuit with node 2 grounded. The structural index is 2, the true one 1: the first two equations
// add up to one without derivatives.
model E003_7_4_1_g2
  parameter Real R = 1e3;
  parameter Real C = 1e-6;
  Real v1, v3, i;
equation
  C*der(v1) - C*der(v3) - i = 0;
  -C*der(v1) + C*der(v3) + v3/R = 0;
  -v1 = sin(time);
end E003_7_4_1_g2;
