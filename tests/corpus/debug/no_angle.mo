// Two springs that are twisted against each other, and nothing that holds them.
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

model Train
  Spring s1, s2;
  Twist twist;
equation
  connect(twist.b, s1.a);
  connect(s1.b, s2.a);
  connect(s2.b, twist.a);
end Train;
