// E004-part5-1: inertia, damper with a relative angle of its own, inertia: four states of five.
model Damped
  parameter Real J1 = 1, J2 = 2, d = 0.5;
  Real phi1(start = 0, fixed = true), w1(start = 1, fixed = true);
  Real phi2(start = 0, fixed = true), w2(start = 0, fixed = true), dphi, tau;
equation
  der(phi1) = w1;
  J1*der(w1) = tau;
  der(phi2) = w2;
  J2*der(w2) = -tau;
  dphi = phi2 - phi1;
  tau = d*der(dphi);
  annotation(experiment(Tolerance = 1e-9));
end Damped;
