// Two current sources that end at the same node and nowhere else.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

model Current
  parameter Real I(unit = "A") = 1;
  Pin p, n;
equation
  p.i = I;
  p.i + n.i = 0;
end Current;

model Resistor
  parameter Real R(unit = "Ohm") = 10;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Node
  Current one, two(I = 2);
  Resistor load;
  Ground ground;
equation
  connect(one.n, two.p);
  connect(two.n, load.p);
  connect(load.n, ground.p);
  connect(one.p, ground.p);
end Node;
