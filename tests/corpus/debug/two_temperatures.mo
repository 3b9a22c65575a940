// Two components fix the temperature of one wall.
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

model Room
  FixedTemperature t1, t2(T0 = 300);
  Wall w;
  Mass m;
equation
  connect(t1.p, w.a);
  connect(w.b, m.p);
  connect(t2.p, w.a);
end Room;
