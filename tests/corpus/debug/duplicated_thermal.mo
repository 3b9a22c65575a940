// The balance of heat stands in the wall twice, once with the signs exchanged.
connector Port
  Real T(unit = "K");
  flow Real Q(unit = "W");
end Port;

model Mass
  Port p;
  parameter Real C(unit = "J/K") = 100;
  Real T(unit = "K", start = 300, fixed = true);
equation
  T = p.T;
  C*der(T) = p.Q;
end Mass;

model Ambient
  Port p;
  parameter Real T0(unit = "K") = 293;
equation
  p.T = T0;
end Ambient;

model Wall
  Port a, b;
  parameter Real G(unit = "W/K") = 2;
equation
  a.Q = G*(a.T - b.T);
  a.Q + b.Q = 0;
  -a.Q = b.Q;
end Wall;

model Room
  Ambient ambient;
  Wall wall;
  Mass air;
equation
  connect(ambient.p, wall.a);
  connect(wall.b, air.p);
end Room;
