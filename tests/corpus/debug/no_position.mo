// Two springs between two ends of a rod, and nothing that holds them.
connector Flange
  Real s(unit = "m");
  flow Real f(unit = "N");
end Flange;

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

model Rod
  Flange a, b;
  parameter Real L(unit = "m") = 1;
equation
  b.s - a.s = L;
  a.f + b.f = 0;
end Rod;

model Press
  Rod rod;
  Spring spring1, spring2;
equation
  connect(rod.a, spring1.a);
  connect(spring1.b, spring2.a);
  connect(spring2.b, rod.b);
end Press;
