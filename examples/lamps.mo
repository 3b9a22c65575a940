// Two lamps at a battery. What is wrong?
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

model Battery
  Pin p, n;
  parameter Real V(unit = "V") = 12;
equation
  p.v - n.v = V;
  p.i + n.i = 0;
end Battery;

model Lamp
  Pin p, n;
  parameter Real R(unit = "Ohm") = 60;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Lamp;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Lamps
  Battery battery;
  Lamp left, right;
equation
  connect(battery.p, left.p);
  connect(battery.p, right.p);
  connect(left.n, battery.n);
  connect(right.n, battery.n);
end Lamps;
