// Three pins at one node: two equal potentials and one sum of currents. The pins belong to components, so that
// they are seen from outside; pins of the model itself would count negative.

connector Pin
  Real v;
  flow Real i;
end Pin;

model Terminal
  Pin p;
end Terminal;

model Ground
  extends Terminal;
equation
  p.v = 0;
end Ground;

model Node
  Ground p1;
  Terminal p2, p3;
equation
  connect(p1.p, p2.p);
  connect(p1.p, p3.p);
end Node;
