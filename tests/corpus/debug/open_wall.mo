// Heat is driven through two walls, and the last one ends nowhere.
connector Port
  Real T(unit = "K");
  flow Real Q(unit = "W");
end Port;

model Conductor
  Port a, b;
  parameter Real G(unit = "W/K") = 2;
equation
  a.Q = G*(a.T - b.T);
  a.Q + b.Q = 0;
end Conductor;

model Ambient
  Port p;
  parameter Real T0(unit = "K") = 293;
equation
  p.T = T0;
end Ambient;

model Heater
  Port p;
  parameter Real P(unit = "W") = 10;
equation
  p.Q = -P;
end Heater;

model House
  Heater heater;
  Conductor wall, roof;
equation
  connect(heater.p, wall.a);
  connect(wall.b, roof.a);
end House;
