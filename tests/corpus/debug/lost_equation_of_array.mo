// The law of a class is lost, of which there is an array.
connector Port
  Real T(unit = "K");
  flow Real Q(unit = "W");
end Port;

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

model Wall2
  Port a, b;
  parameter Real G = 2;
equation
  a.Q + b.Q = 0;
end Wall2;

model House
  FixedTemperature t1;
  Wall2 w[3];
  Mass m;
equation
  connect(t1.p, w[1].a);
  connect(w[1].b, w[2].a);
  connect(w[2].b, w[3].a);
  connect(w[3].b, m.p);
end House;
