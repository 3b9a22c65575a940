// E004-part5-5: the simulation must not begin with starts that the equations of the drive train admit and their derivatives do not: w1 = i*w2.
model Inconsistent
  parameter Real J1 = 0.5, J2 = 1, J3 = 3, i = 2, c = 100;
  Real u = 0;
  Real phi1(start = 0, fixed = true), w1(start = 1, fixed = true), phi2(start = 0, fixed = true), w2(start = 0, fixed = true), phi3(start = 0, fixed = true), w3(start = 0, fixed = true);
  Real tau1, tau2, tau3;
equation
  der(phi1) = w1;
  J1*der(w1) = u - tau1;
  phi1 = i*phi2;
  0 = i*tau1 - tau2;
  der(phi2) = w2;
  J2*der(w2) = tau2 - tau3;
  tau3 = -c*(phi3 - phi2);
  der(phi3) = w3;
  J3*der(w3) = tau3;
end Inconsistent;
