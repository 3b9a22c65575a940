// Height and cross section of a pipe's end are constants of its connector: they are joined by no equation.

connector PipeEnd
  constant Real z = 5;
  constant Real A = 0.01;
  Real p;
  flow Real m_flow;
end PipeEnd;

model Pipe
  parameter Real k = 2;
  parameter Real rho = 1000;
  parameter Real h = 1e5;
  PipeEnd a, b;
  Real v, P;
equation
  a.m_flow + b.m_flow = 0;
  a.m_flow = k*(a.p - b.p);
  v = a.m_flow/(rho*a.A);
  P = a.m_flow*(h + v^2/2 + 9.81*a.z);
end Pipe;

model Reservoir
  parameter Real p0 = 1;
  PipeEnd end_;
equation
  end_.p = p0;
end Reservoir;

model Line
  Reservoir high(p0 = 2), low;
  Pipe pipe;
equation
  connect(high.end_, pipe.a);
  connect(pipe.b, low.end_);
end Line;
