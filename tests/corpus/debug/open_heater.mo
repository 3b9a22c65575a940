// A source of heat that is connected to nothing.
connector Port
  Real T(unit = "K");
  flow Real Q(unit = "W");
end Port;

model Wall
  Port a, b;
  parameter Real G = 2;
equation
  a.Q = G*(a.T - b.T);
  a.Q + b.Q = 0;
end Wall;

model Mass
  Port p;
  parameter Real C = 100;
  Real T(start = 300, fixed = true);
equation
  T = p.T;
  C*der(T) = p.Q;
end Mass;

model FixedTemperature
  Port p;
  parameter Real T0 = 293;
equation
  p.T = T0;
end FixedTemperature;

model Heater
  Port p;
  parameter Real P = 10;
equation
  p.Q = -P;
end Heater;

model Room
  Mass m;
  Heater h;
  FixedTemperature t;
  Wall w;
equation
  connect(t.p, w.a);
  connect(w.b, m.p);
end Room;
