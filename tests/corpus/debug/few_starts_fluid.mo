// The first tank begins with a level, the second one with nothing.
connector Port
  Real p(unit = "Pa");
  flow Real q(unit = "m3/s");
end Port;

model Pipe
  Port a, b;
  parameter Real k(unit = "m3/(s.Pa)") = 1e-6;
equation
  a.q = k*(a.p - b.p);
  a.q + b.q = 0;
end Pipe;

model Reservoir
  Port port;
  parameter Real p0(unit = "Pa") = 1e5;
equation
  port.p = p0;
end Reservoir;

model Tank
  Port port;
  parameter Real A(unit = "m2") = 2;
  parameter Real rho_g(unit = "Pa/m") = 9810;
  Real level(unit = "m");
equation
  port.p = rho_g*level;
  A*der(level) = port.q;
end Tank;

model Plant
  Reservoir reservoir;
  Pipe pipe1, pipe2;
  Tank tank1(level(start = 1, fixed = true)), tank2;
equation
  connect(reservoir.port, pipe1.a);
  connect(pipe1.b, tank1.port);
  connect(tank1.port, pipe2.a);
  connect(pipe2.b, tank2.port);
end Plant;
