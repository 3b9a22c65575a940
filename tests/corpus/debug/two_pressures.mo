// A pump between two reservoirs: the pressure behind it is given twice.
connector Fluid
  Real p(unit = "Pa");
  flow Real q(unit = "m3/s");
end Fluid;

model Pipe
  Fluid a, b;
  parameter Real k = 1e-6;
equation
  a.q = k*(a.p - b.p);
  a.q + b.q = 0;
end Pipe;

model Reservoir
  Fluid f;
  parameter Real p0 = 1e5;
equation
  f.p = p0;
end Reservoir;

model Pump
  Fluid a, b;
  parameter Real dp = 2e5;
equation
  b.p - a.p = dp;
  a.q + b.q = 0;
end Pump;

model Loop
  Reservoir r1, r2;
  Pump pump;
  Pipe pipe;
equation
  connect(r1.f, pump.a);
  connect(pump.b, pipe.a);
  connect(pipe.b, r1.f);
  connect(r2.f, pump.b);
end Loop;
