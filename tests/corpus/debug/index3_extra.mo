// Two shafts on one axis, and a speed that the torque does not give.
model Shafts
  parameter Real J1 = 1, J2 = 2;
  Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true), phi2, w2, tau1, tau2;
equation
  der(phi1) = w1;
  J1*der(w1) = 3 - tau1;
  der(phi2) = w2;
  J2*der(w2) = tau2;
  phi1 = phi2;
  tau1 = tau2;
  w2 = 10;
end Shafts;
