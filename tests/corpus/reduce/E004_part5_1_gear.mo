// E004-part5-1: inertia, ideal gear, inertia: two states of four. The angles are differentiated twice, both speeds once.
model Geared
  parameter Real J1 = 0.5, J2 = 1, i = 2;
  Real u = 3;
  Real phi1, w1, phi2, w2, tau1, tau2;
equation
  der(phi1) = w1;
  J1*der(w1) = u - tau1;
  phi1 = i*phi2;
  0 = i*tau1 - tau2;
  der(phi2) = w2;
  J2*der(w2) = tau2;
  annotation(experiment(Tolerance = 1e-9));
end Geared;
