// A sensor of current that was put beside the lamp, and not before it.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

model Meter "Shows what flows, and has no resistance"
  Pin p, n;
  output Real i(unit = "A") = p.i;
equation
  p.v = n.v;
  p.i + n.i = 0;
end Meter;

model Battery
  parameter Real U(unit = "V") = 12;
  Pin p, n;
equation
  p.v - n.v = U;
  p.i + n.i = 0;
end Battery;

model Lamp
  parameter Real R(unit = "Ohm") = 10;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Lamp;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Bench
  Battery battery;
  Lamp lamp;
  Meter meter;
  Ground ground;
equation
  connect(battery.p, lamp.p);
  connect(lamp.n, battery.n);
  connect(meter.p, lamp.p);
  connect(meter.n, lamp.n);
  connect(ground.p, battery.n);
end Bench;
