// Connectors that never balance, and one that does because its signals have directions.
connector Port
  Real p;
  flow Real m_flow;
  flow Real H_flow;
end Port;

connector Shaft
  Real phi, w;
  flow Real tau;
end Shaft;

connector Fluid
  Real p[2];
  flow Real m_flow[2];
  stream Real h;
end Fluid;

connector Signals
  input Real a;
  output Real b;
  parameter Real c = 1;
end Signals;

model Uses
  Port port;
  Shaft shaft;
  Fluid fluid;
  Signals signals;
equation
  port.p = 1;
  shaft.phi = 1;
  shaft.w = 2;
  fluid.p = {1, 2};
  fluid.h = 3;
  signals.b = signals.a;
end Uses;
