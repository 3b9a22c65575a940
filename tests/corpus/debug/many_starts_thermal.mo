// Steady state, and a temperature: one of them is enough.
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

model Mass
  Port p;
  parameter Real C(unit = "J/K") = 100;
  Real T(unit = "K", start = 300);
initial equation
  der(T) = 0;
equation
  T = p.T;
  C*der(T) = p.Q;
end Mass;

model Room
  Ambient ambient;
  Conductor wall;
  Mass air(T(fixed = true));
equation
  connect(ambient.p, wall.a);
  connect(wall.b, air.p);
end Room;
