// Two heat capacities and a conductor between them.

connector HeatPort
  Real T;
  flow Real Q;
end HeatPort;

model Capacity
  parameter Real cm = 1;
  parameter Real T0 = 300;
  HeatPort port(T(start = T0, fixed = true));
equation
  port.Q = cm*der(port.T);
end Capacity;

model Conductor
  parameter Real G = 1;
  HeatPort a, b;
equation
  0 = a.Q + b.Q;
  a.Q = G*(a.T - b.T);
end Conductor;

model TwoCapacities
  Capacity hot(T0 = 400), cold;
  Conductor wire;
equation
  connect(hot.port, wire.a);
  connect(wire.b, cold.port);
end TwoCapacities;
