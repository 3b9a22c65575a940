// E004-part5-3, part5-4, part6-2, part6-5, part6-6, part6-7: a torque drives inertia, gear, inertia, spring and inertia.
// Differentiated are phi1 = i*phi2 twice and the definitions of w1 and w2 once; states are phi2, w2, phi3 and w3.
model DriveTrain
  parameter Real J1 = 0.5, J2 = 1, J3 = 3, i = 2, c = 100;
  Real u = 0;
  Real phi1, w1, phi2, w2, phi3(start = 0.1), w3;
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
  annotation(experiment(Tolerance = 1e-10));
end DriveTrain;
