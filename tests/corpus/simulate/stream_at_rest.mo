// The room empties until nothing flows any more. The sign of the flow is a matter of the last digits of two pressures then, but
// what it carries is zero on both sides of that edge: no event is to be found there.

connector Port
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end Port;

model Room
  parameter Real R = 287;
  parameter Real c = 717;
  Port port;
  Real m(start = 1.25, fixed = true);
  Real U(start = 1.25*717*300, fixed = true);
  Real T;
equation
  U = m*c*T;
  port.p = m*R*T;
  port.h_outflow = (c + R)*T;
  der(m) = port.m_flow;
  der(U) = 2*port.m_flow/2*actualStream(port.h_outflow);
end Room;

model Outside
  Port port;
equation
  port.p = 1e5;
  port.h_outflow = 1004*280;
end Outside;

model Duct
  parameter Real k = 5;
  Port a, b;
equation
  a.m_flow = k*(a.p - b.p);
  a.m_flow + b.m_flow = 0;
  a.h_outflow = inStream(b.h_outflow);
  b.h_outflow = inStream(a.h_outflow);
end Duct;

model StreamAtRest
  Room room;
  Duct duct;
  Outside outside;
equation
  connect(room.port, duct.a);
  connect(duct.b, outside.port);
  annotation(experiment(StopTime = 1000, Tolerance = 1e-6));
end StreamAtRest;
