// Nothing says how high the pressure in the loop is.
connector Port
  Real p(unit = "Pa");
  flow Real m_flow(unit = "kg/s");
end Port;

model Pipe
  Port a, b;
  parameter Real k = 10;
equation
  a.p - b.p = k*a.m_flow;
  a.m_flow + b.m_flow = 0;
end Pipe;

model Pump
  Port a, b;
  parameter Real dp = 1e5;
equation
  b.p - a.p = dp;
  a.m_flow + b.m_flow = 0;
end Pump;

model Boundary
  Port port;
  parameter Real p = 1e5;
equation
  port.p = p;
end Boundary;

model Loop
  Pump pump;
  Pipe pipe1, pipe2;
equation
  connect(pump.b, pipe1.a);
  connect(pipe1.b, pipe2.a);
  connect(pipe2.b, pump.a);
end Loop;
