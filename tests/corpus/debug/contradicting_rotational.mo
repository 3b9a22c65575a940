// The rotor turns at a speed of its own, though its torque says how it turns.
connector Flange
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Flange;

model Torque
  Flange flange;
  parameter Real tau(unit = "N.m") = 5;
equation
  flange.tau = -tau;
end Torque;

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

model Rotor
  Flange a, b;
  parameter Real J(unit = "kg.m2") = 1;
  Real w(unit = "rad/s");
equation
  a.phi = b.phi;
  w = der(a.phi);
  J*der(w) = a.tau + b.tau;
  w = 157;
end Rotor;

model Train
  Torque motor;
  Rotor rotor;
  Spring spring;
  Fixed fixed;
equation
  connect(motor.flange, rotor.a);
  connect(rotor.b, spring.a);
  connect(spring.b, fixed.flange);
end Train;
