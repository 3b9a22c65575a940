// Of two masses one is told where it begins and how fast, the other only where.
connector Flange
  Real s(unit = "m");
  flow Real f(unit = "N");
end Flange;

model Mass
  parameter Real m(unit = "kg") = 1;
  Flange flange;
  Real s(unit = "m"), v(unit = "m/s");
equation
  s = flange.s;
  v = der(s);
  m*der(v) = flange.f;
end Mass;

model Spring
  parameter Real c(unit = "N/m") = 100;
  Flange a, b;
  Real ds(unit = "m");
equation
  ds = b.s - a.s;
  b.f = c*ds;
  a.f + b.f = 0;
end Spring;

model Pair
  Mass first(s(start = 0, fixed = true), v(start = 0, fixed = true));
  Mass second(s(start = 1, fixed = true), v(start = 2));
  Spring spring;
equation
  connect(first.flange, spring.a);
  connect(spring.b, second.flange);
end Pair;
