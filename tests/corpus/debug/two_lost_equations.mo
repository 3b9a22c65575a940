// Two classes lack an equation each, and a variable has none: three mistakes, each told once.
connector Port
  Real T(unit = "K");
  flow Real Q(unit = "W");
end Port;

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

model Mass2
  Port p;
  parameter Real C = 100;
  Real T(start = 300, fixed = true);
equation
  T = p.T;
end Mass2;

model House
  FixedTemperature t1;
  Wall2 w;
  Mass2 m;
  Real x;
equation
  connect(t1.p, w.a);
  connect(w.b, m.p);
end House;
