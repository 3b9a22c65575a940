// E003-7.6: two masses, rigidly connected: two degrees of freedom are left of four.
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
model RigidlyConnectedMasses
  Inertia m1, m2;
equation
  connect(m1.flange_b, m2.flange_a);
  annotation(experiment(Tolerance = 1e-9));
end RigidlyConnectedMasses;
