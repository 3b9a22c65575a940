// A dosing pump whose outlet is connected to nothing.
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
  Real level(unit = "m", start = 1, fixed = true);
equation
  port.p = rho_g*level;
  A*der(level) = port.q;
end Tank;

model Dosing
  Port a, b;
  parameter Real q(unit = "m3/s") = 1e-4;
equation
  a.q = q;
  a.q + b.q = 0;
end Dosing;

model Plant
  Reservoir reservoir;
  Dosing dosing;
  Pipe pipe;
  Tank tank;
equation
  connect(reservoir.port, dosing.a);
  connect(reservoir.port, pipe.a);
  connect(pipe.b, tank.port);
end Plant;
