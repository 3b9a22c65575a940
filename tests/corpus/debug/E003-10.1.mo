// Bugs of both classes at once, and each is found in one run: an equation too many in the resistor of one circuit, a
// missing one in the lamp of the other, and an unknown that nothing speaks of.
connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  R*i = v;
  i = 23;
end Resistor;

model VsourceAC
  extends TwoPin;
  parameter Real VA = 220;
  parameter Real f = 50;
protected
  constant Real PI = 3.141592;
equation
  v = VA*sin(2*PI*f*time);
end VsourceAC;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Lamp
  extends TwoPin;
  Real light;
equation
  v = 10*i;
end Lamp;

model Circuits
  Resistor R1(R = 10);
  VsourceAC AC, AC2;
  Ground G, G2;
  Lamp lamp;
  Real spare;
equation
  connect(AC.p, R1.p);
  connect(R1.n, AC.n);
  connect(AC.n, G.p);
  connect(AC2.p, lamp.p);
  connect(lamp.n, AC2.n);
  connect(AC2.n, G2.p);
end Circuits;
