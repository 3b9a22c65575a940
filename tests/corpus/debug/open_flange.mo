// The spring hangs at nothing, and the force on the mass is given.
connector Flange
  Real s(unit = "m");
  flow Real f(unit = "N");
end Flange;

model Mass
  Flange a, b;
  parameter Real m(unit = "kg") = 1;
  Real v(unit = "m/s");
equation
  a.s = b.s;
  v = der(a.s);
  m*der(v) = a.f + b.f;
end Mass;

model Spring
  Flange a, b;
  parameter Real c(unit = "N/m") = 100;
  parameter Real s0(unit = "m") = 0.1 "Length at rest";
equation
  b.f = c*(b.s - a.s - s0);
  a.f + b.f = 0;
end Spring;

model Wall
  Flange flange;
equation
  flange.s = 0;
end Wall;

model Push
  Flange a, b;
  parameter Real f(unit = "N") = 10;
equation
  b.f = -f;
  a.f + b.f = 0;
end Push;

model Oscillator
  Wall wall;
  Spring spring;
  Mass mass(v(start = 0, fixed = true), a(s(start = 0.2, fixed = true)));
  Push push;
equation
  connect(wall.flange, spring.a);
  connect(spring.b, mass.a);
  connect(push.b, mass.b);
end Oscillator;
