// A connection, and the same once more as an equation.
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

model Spring
  Flange a, b;
  parameter Real c(unit = "N.m/rad") = 100;
equation
  b.tau = c*(b.phi - a.phi);
  a.tau + b.tau = 0;
end Spring;

model Fixed
  Flange flange;
  parameter Real phi0(unit = "rad") = 0;
equation
  flange.phi = phi0;
end Fixed;

model Train
  Inertia rotor(w(start = 1, fixed = true), a(phi(start = 0, fixed = true)));
  Spring spring;
  Fixed fixed;
equation
  connect(rotor.b, spring.a);
  connect(spring.b, fixed.flange);
  rotor.b.phi = spring.a.phi;
end Train;
