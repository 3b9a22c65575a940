// E003-7.4.1-g1: source, resistor and capacitor in series, node 1 grounded. Structural and true index are 1.
model E003_7_4_1_g1
  parameter Real R = 1e3;
  parameter Real C = 1e-6;
  Real v2, v3, i;
equation
  (v2 - v3)/R + i = 0;
  C*der(v3) + (v3 - v2)/R = 0;
  v2 = sin(time);
end E003_7_4_1_g1;
