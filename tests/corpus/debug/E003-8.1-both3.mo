// check: --sublevel 3
// Two grounds again: all but bringing an unknown into an equation, which the last level adds.
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

model TwoGroundCircuit
  Resistor R(R = 10);
  VsourceAC AC;
  Ground G1, G2;
equation
  connect(AC.p, R.p);
  connect(AC.p, G2.p);
  connect(R.n, AC.n);
  connect(AC.n, G1.p);
end TwoGroundCircuit;
