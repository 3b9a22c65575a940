// The two heat capacities of E004-part3-2 with the flow of entropy S in the connector, in place of heat Q = T*S.

connector EntropyPort
  Real T;
  flow Real S;
end EntropyPort;

model Capacity
  parameter Real cm = 1;
  parameter Real T0 = 300;
  EntropyPort port(T(start = T0, fixed = true));
equation
  port.T*port.S = cm*der(port.T);
end Capacity;

model Conductor
  parameter Real G = 1;
  EntropyPort a, b;
equation
  0 = a.T*a.S + b.T*b.S;
  a.T*a.S = G*(a.T - b.T);
end Conductor;

model TwoCapacities
  Capacity hot(T0 = 400), cold;
  Conductor wire;
equation
  connect(hot.port, wire.a);
  connect(wire.b, cold.port);
end TwoCapacities;
