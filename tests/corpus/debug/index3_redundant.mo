// That both speeds are the same follows from the angles being so; the balance of torques has been lost for it. There are as
// many equations as unknowns, and each unknown has an equation.
model Shafts
  parameter Real J1 = 1, J2 = 2;
  Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true), phi2, w2, tau1, tau2;
equation
  der(phi1) = w1;
  J1*der(w1) = 3 - tau1;
  der(phi2) = w2;
  J2*der(w2) = tau2;
  phi1 = phi2;
  w1 = w2;
end Shafts;
