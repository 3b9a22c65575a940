// Two shafts on one axis, of which the torque and the balance are lost: two equations, whatever the index is.
model Shafts
  parameter Real J1 = 1, J2 = 2;
  Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true), phi2, w2, tau, tau1, tau2;
equation
  der(phi1) = w1;
  J1*der(w1) = tau - tau1;
  der(phi2) = w2;
  J2*der(w2) = tau2;
  phi1 = phi2;
end Shafts;
