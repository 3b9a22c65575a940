// Everything that cannot be connected, each for its own reason.
connector Pin
  Real v;
  flow Real i;
end Pin;

connector Port
  Real p;
  flow Real q;
end Port;

connector Plug
  parameter Integer m = 3;
  Pin pin[m];
end Plug;

record Data
  Real x;
end Data;

model Resistor
  Pin p, n;
  Port fluid;
  Data data;
  Real v;
equation
  v = p.v - n.v;
  v = p.i;
  p.i + n.i = 0;
  data.x = 1;
  fluid.p = 0;
end Resistor;

model Cell
  Resistor inner_r;
  Pin p;
equation
  connect(p, inner_r.p);
end Cell;

connector Rated
  Real v;
  flow Real i;
  parameter Real rating = 1;
end Rated;

model Wrong
  Resistor a, b;
  Cell cell;
  Rated weak(rating = 1), strong(rating = 10);
  Pin pins[2], more[3];
  Real x, y;
equation
  connect(a, b);
  connect(a.v, b.v);
  connect(a.p, b.fluid);
  connect(a.p.v, b.p.i);
  connect(a.p, cell.inner_r.n);
  connect(a.data, b.data);
  connect(weak, strong);
  connect(pins, more);
  connect(x, y);
end Wrong;
