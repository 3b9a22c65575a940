// Components that are there only under a condition; connections to them go with them.

connector Port
  Real T;
  flow Real Q;
end Port;

model Mass
  parameter Real C = 10;
  Port port;
equation
  C*der(port.T) = port.Q;
end Mass;

model Loss
  parameter Real G = 1;
  Port port;
equation
  port.Q = G*(port.T - 290);
end Loss;

model Conditional
  parameter Boolean insulated = false;
  parameter Boolean double = true and not insulated;
  Mass mass;
  Loss loss if not insulated;
  Loss more(G = 2) if not double;
equation
  connect(mass.port, loss.port);
  connect(mass.port, more.port);
end Conditional;
