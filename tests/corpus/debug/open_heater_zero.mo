// The heater gives less when it is warm, but by default not at all: with a coefficient of zero nothing says how warm it is,
// as long as it is connected to nothing.
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
  parameter Real alpha(unit = "1/K") = 0;
  parameter Real T0(unit = "K") = 293;
equation
  p.Q = -P*(1 + alpha*(p.T - T0));
end Heater;

model Room
  Ambient ambient;
  Conductor wall;
  Mass air;
  Heater heater;
equation
  connect(ambient.p, wall.a);
  connect(wall.b, air.p);
end Room;
