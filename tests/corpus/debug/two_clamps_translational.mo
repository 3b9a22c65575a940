// A rod between two walls: both ends are held, and the rod is as long as it is.
connector Flange
  Real s(unit = "m");
  flow Real f(unit = "N");
end Flange;

model Rod
  parameter Real L(unit = "m") = 1;
  Flange a, b;
equation
  b.s = a.s + L;
  a.f + b.f = 0;
end Rod;

model Wall
  parameter Real s0(unit = "m") = 0;
  Flange flange;
equation
  flange.s = s0;
end Wall;

model Mass
  parameter Real m(unit = "kg") = 1;
  Flange flange;
  Real v(unit = "m/s");
equation
  v = der(flange.s);
  m*der(v) = flange.f;
end Mass;

model Clamped
  Wall left, right(s0 = 2);
  Rod rod;
  Mass mass;
equation
  connect(left.flange, rod.a);
  connect(rod.b, right.flange);
  connect(rod.b, mass.flange);
end Clamped;
