// E004-part5-4: the state form of the drive train, with a torque that turns it.
model DriveTrain
  parameter Real J1 = 0.5, J2 = 1, J3 = 3, i = 2, c = 100;
  Real u = 6;
  Real phi1, w1, phi2(start = 0, fixed = true), w2(start = 0, fixed = true);
  Real phi3(start = 0, fixed = true), w3(start = 0, fixed = true), tau1, tau2, tau3;
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
