// check: --lock TwoPin --level 1
// What is too much stands in a locked class: nothing else helps.
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
  i = 10;
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

model Circuit
  Resistor R1(R = 10), R2(R = 20);
  VsourceAC AC;
  Ground G;
equation
  connect(AC.p, R1.p);
  connect(R1.p, R2.p);
  connect(R1.n, R2.n);
  connect(R2.n, AC.n);
  connect(AC.n, G.p);
end Circuit;
