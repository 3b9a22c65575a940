// check: --sublevel 1
// Nothing can be left out without cutting something off: that more would be tried is said.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  0 = p.i + n.i;
end Resistor;

model Source
  Pin p, n;
  parameter Real V = 10;
equation
  p.v - n.v = V;
  0 = p.i + n.i;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Ladder
  Source source;
  Resistor r[40];
  Ground ground;
equation
  connect(source.p, r[1].p);
  for k in 1:39 loop
    connect(r[k].n, r[k + 1].p);
  end for;
  connect(r[40].n, source.n);
  connect(source.n, ground.p);
end Ladder;
