// Two sources of heat at the ends of a conductor: what flows is given at both, and no temperature is.
// That the sources could depend on the temperature hides it from the places of unknowns.

connector Port
  Real T(unit = "K");
  flow Real Q(unit = "W");
end Port;

model Conductor
  Port a, b;
  parameter Real G = 1;
equation
  a.Q = G*(a.T - b.T);
  a.Q + b.Q = 0;
end Conductor;

model Source
  Port port;
  parameter Real Q = 10;
  parameter Real alpha = 0 "Dependence on the temperature";
equation
  port.Q = -Q*(1 + alpha*port.T);
end Source;

model FixedTemperature
  Port port;
  parameter Real T = 293.15;
equation
  port.T = T;
end FixedTemperature;

model HeatBetweenSources
  Source hot(Q = 10), cold(Q = -10);
  Conductor rod;
equation
  connect(hot.port, rod.a);
  connect(rod.b, cold.port);
end HeatBetweenSources;
