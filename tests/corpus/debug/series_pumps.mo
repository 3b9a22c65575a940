// Two dosing pumps one after the other, each with a flow of its own.
connector Port
  Real p(unit = "Pa");
  flow Real q(unit = "m3/s");
end Port;

model Tank
  Port port;
  parameter Real A(unit = "m2") = 2;
  parameter Real rho_g(unit = "Pa/m") = 9810;
  Real level(unit = "m", start = 1, fixed = true);
equation
  port.p = rho_g*level;
  A*der(level) = port.q;
end Tank;

model Reservoir
  Port port;
  parameter Real p0(unit = "Pa") = 1e5;
equation
  port.p = p0;
end Reservoir;

model Dosing
  Port a, b;
  parameter Real q(unit = "m3/s") = 1e-4;
equation
  a.q = q;
  a.q + b.q = 0;
end Dosing;

model Plant
  Reservoir reservoir;
  Dosing dosing1, dosing2(q = 2e-4);
  Tank tank;
equation
  connect(reservoir.port, dosing1.a);
  connect(dosing1.b, dosing2.a);
  connect(dosing2.b, tank.port);
end Plant;
