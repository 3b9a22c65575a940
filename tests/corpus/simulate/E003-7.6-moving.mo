// E003-7.6: two masses, rigidly connected, that a torque turns: two degrees of freedom, wherever the motion begins.
connector Flange_a
  Real phi;
  flow Real tau;
end Flange_a;

connector Flange_b
  Real phi;
  flow Real tau;
end Flange_b;

partial model Rigid
  Real phi;
  Flange_a flange_a;
  Flange_b flange_b;
equation
  flange_a.phi = phi;
  flange_b.phi = phi;
end Rigid;

model Inertia
  extends Rigid;
  parameter Real J = 1;
  Real w, a;
equation
  w = der(phi);
  a = der(w);
  J*a = flange_a.tau + flange_b.tau;
end Inertia;

model Torque
  Flange_b flange_b;
equation
  flange_b.tau = -6*time;
end Torque;

model RigidlyConnectedMasses
  Inertia m1(phi(start = 1, fixed = true)), m2(J = 2, w(start = 2, fixed = true));
  Torque torque;
equation
  connect(torque.flange_b, m1.flange_a);
  connect(m1.flange_b, m2.flange_a);
  annotation(experiment(Tolerance = 1e-9));
end RigidlyConnectedMasses;
