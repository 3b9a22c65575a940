// Heat is driven through two conductors, and nothing says how warm anything is.
connector HeatPort
  Real T(unit = "K");
  flow Real Q_flow(unit = "W");
end HeatPort;

model Conductor
  HeatPort a, b;
  parameter Real G = 5;
equation
  a.Q_flow = G*(a.T - b.T);
  a.Q_flow + b.Q_flow = 0;
end Conductor;

model HeatPump
  HeatPort a, b;
  parameter Real Q = 100;
equation
  a.Q_flow = Q;
  a.Q_flow + b.Q_flow = 0;
end HeatPump;

model FixedTemperature
  HeatPort port;
  parameter Real T = 293.15;
equation
  port.T = T;
end FixedTemperature;

model Wall
  HeatPump pump;
  Conductor outer1, inner1;
equation
  connect(pump.b, outer1.a);
  connect(outer1.b, inner1.a);
  connect(inner1.b, pump.a);
end Wall;
