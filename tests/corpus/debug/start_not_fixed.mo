// One of two start values says that it is not fixed, and nothing else says how it begins.
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

model Masses
  Mass m1, m2(T(fixed = false));
  Wall w;
equation
  connect(m1.p, w.a);
  connect(w.b, m2.p);
end Masses;
