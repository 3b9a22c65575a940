// A heating circuit: pump, boiler and radiator in a ring, and nothing that holds the pressure.
connector Port
  Real p(unit = "Pa");
  flow Real m(unit = "kg/s");
end Port;

model Pump
  parameter Real dp(unit = "Pa") = 1e4;
  Port a, b;
equation
  a.m + b.m = 0;
  b.p - a.p = dp;
end Pump;

model Resistance
  parameter Real k = 1e-5;
  Port a, b;
equation
  a.m + b.m = 0;
  a.m = k*(a.p - b.p);
end Resistance;

model Ring
  Pump pump;
  Resistance boiler, radiator(k = 2e-5);
equation
  connect(pump.b, boiler.a);
  connect(boiler.b, radiator.a);
  connect(radiator.b, pump.a);
end Ring;
