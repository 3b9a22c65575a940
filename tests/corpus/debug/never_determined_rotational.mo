// The brake uses a force that nothing determines.
connector Flange
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Flange;

model Inertia
  Flange a, b;
  parameter Real J(unit = "kg.m2") = 1;
  Real w(unit = "rad/s");
equation
  a.phi = b.phi;
  w = der(a.phi);
  J*der(w) = a.tau + b.tau;
end Inertia;

model Fixed
  Flange flange;
  parameter Real phi0(unit = "rad") = 0;
equation
  flange.phi = phi0;
end Fixed;

model Brake
  Flange a, b;
  parameter Real r(unit = "m") = 0.2;
  Real force(unit = "N");
equation
  b.tau = r*force;
  a.tau + b.tau = 0;
end Brake;

model Train
  Inertia rotor(w(start = 100, fixed = true), a(phi(start = 0, fixed = true)));
  Brake brake;
  Fixed fixed;
equation
  connect(rotor.b, brake.a);
  connect(brake.b, fixed.flange);
end Train;
