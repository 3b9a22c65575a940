// The heat of a damper flows into a housing that hands it on, and nothing is there to take it: the temperatures have no
// level, and what flows is too much.
connector Flange
  Real s(unit = "m");
  flow Real f(unit = "N");
end Flange;

connector Port
  Real T(unit = "K");
  flow Real Q(unit = "W");
end Port;

model Damper
  parameter Real d(unit = "N.s/m") = 10;
  Flange a;
  Port heat;
  Real v(unit = "m/s");
equation
  v = der(a.s);
  a.f = d*v;
  heat.Q = -d*v*v;
end Damper;

model Mass
  parameter Real m(unit = "kg") = 1;
  Flange a;
  Real v(unit = "m/s", start = 1, fixed = true);
equation
  v = der(a.s);
  m*der(v) = a.f;
end Mass;

model Housing
  parameter Real G(unit = "W/K") = 5;
  Port inside, outside;
equation
  inside.Q + outside.Q = 0;
  inside.Q = G*(inside.T - outside.T);
end Housing;

model Held
  parameter Real T0(unit = "K");
  Port port;
equation
  port.T = T0;
end Held;

model Brake
  Mass mass(a(s(start = 0, fixed = true)));
  Damper damper;
  Housing housing;
equation
  connect(mass.a, damper.a);
  connect(damper.heat, housing.inside);
end Brake;
