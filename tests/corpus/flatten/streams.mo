// A stream variable is joined by no equation: what flows in is what others say about flowing out.

connector FluidPort
  Real p;
  flow Real m_flow;
  stream Real h;
end FluidPort;

model Reservoir
  parameter Real p0 = 1;
  FluidPort port;
equation
  port.p = p0;
  port.h = 100;
end Reservoir;

model Pipe
  FluidPort a, b;
equation
  a.m_flow + b.m_flow = 0;
  a.m_flow = 2*(a.p - b.p);
  a.h = 10;
  b.h = 20;
end Pipe;

model Streams
  Reservoir high(p0 = 3), low;
  Pipe pipe;
equation
  connect(high.port, pipe.a);
  connect(pipe.b, low.port);
end Streams;
