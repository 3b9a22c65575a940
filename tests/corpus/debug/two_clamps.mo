// The shaft is clamped at both sides of a rigid coupling.
connector Flange
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Flange;

model Spring
  Flange a, b;
  parameter Real c = 100;
equation
  b.tau = c*(b.phi - a.phi);
  a.tau + b.tau = 0;
end Spring;

model Fixed
  Flange flange;
  parameter Real phi0 = 0;
equation
  flange.phi = phi0;
end Fixed;

model Twist
  Flange a, b;
  parameter Real phi = 1;
equation
  b.phi - a.phi = phi;
  a.tau + b.tau = 0;
end Twist;

model Rigid
  Flange a, b;
equation
  a.phi = b.phi;
  a.tau + b.tau = 0;
end Rigid;

model Train
  Fixed left, right;
  Rigid coupling;
  Spring spring;
equation
  connect(left.flange, coupling.a);
  connect(coupling.b, right.flange);
  connect(coupling.b, spring.a);
end Train;
