// How well the wall conducts depends on a wind that nothing determines.
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
  Real wind;
equation
  a.Q = G*(1 + 0.1*wind)*(a.T - b.T);
  a.Q + b.Q = 0;
end Wall;

model Room
  Ambient ambient;
  Wall wall;
  Mass air;
equation
  connect(ambient.p, wall.a);
  connect(wall.b, air.p);
end Room;
