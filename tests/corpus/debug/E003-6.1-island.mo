// The resistor has a variable that nothing else speaks of. All is determined, so that nothing is
// wrong; `check --verbose` tells that it has no influence on the rest.
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
  Real s;
equation
  R*i = v;
  s = 10;
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

model Circuit
  Resistor R1(R = 10);
  VsourceAC AC;
  Ground G;
equation
  connect(AC.p, R1.p);
  connect(R1.n, AC.n);
  connect(AC.n, G.p);
end Circuit;
