// How heavy the rotor is depends on a radius that has no value.
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

model Disc
  Flange a, b;
  parameter Real r(unit = "m") "Radius";
  parameter Real m(unit = "kg") = 2;
  parameter Real J(unit = "kg.m2") = m*r^2/2;
  Real w(unit = "rad/s");
equation
  a.phi = b.phi;
  w = der(a.phi);
  J*der(w) = a.tau + b.tau;
end Disc;

model Train
  Torque motor;
  Disc disc;
equation
  connect(motor.flange, disc.a);
end Train;
