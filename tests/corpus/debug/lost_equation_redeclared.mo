// The replacement has lost what the class before it said.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

partial model TwoPin
  Pin p, n;
  Real v(unit = "V"), i(unit = "A");
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R(unit = "Ohm") = 10;
equation
  v = R*i;
end Resistor;

model Lamp
  extends TwoPin;
  parameter Real P(unit = "W") = 5;
  Real power(unit = "W");
equation
  power = v*i;
end Lamp;

model Battery
  extends TwoPin;
  parameter Real U(unit = "V") = 12;
equation
  v = U;
end Battery;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Torch
  replaceable Resistor load constrainedby TwoPin;
  Battery battery;
  Ground ground;
equation
  connect(battery.p, load.p);
  connect(load.n, battery.n);
  connect(battery.n, ground.p);
end Torch;

model Bright
  extends Torch(redeclare Lamp load);
end Bright;
