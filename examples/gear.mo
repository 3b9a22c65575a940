model Gear "Two wheels with an ideal gear between them"
  parameter Real J1 = 0.5, J2 = 1, ratio = 2;
  Real phi1(start = 0, fixed = true), w1(start = 1, fixed = true);
  Real phi2, w2(start = 0, fixed = true);
  Real tau1, tau2;
equation
  der(phi1) = w1;
  J1*der(w1) = -tau1;
  phi1 = ratio*phi2;
  tau2 = ratio*tau1;
  der(phi2) = w2;
  J2*der(w2) = tau2;
end Gear;
