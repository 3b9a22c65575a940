// A resistor is exchanged for one that knows its temperature; R = 250 of the first declaration stays.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Flange
  Real phi;
  flow Real tau;
end Flange;

partial model TwoPin
  Pin p, n;
  Real u;
equation
  u = p.v - n.v;
  p.i + n.i = 0;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  u = R*p.i;
end Resistor;

model Inductor
  extends TwoPin;
  parameter Real L = 1;
equation
  u = L*der(p.i);
end Inductor;

model Shaft
  parameter Real J = 1;
  Flange p, n;
  Real w;
equation
  p.phi = n.phi;
  w = der(p.phi);
  J*der(w) = p.tau + n.tau;
end Shaft;

connector HeatPort
  Real T;
  flow Real Q;
end HeatPort;

model TempResistor
  extends TwoPin;
  parameter Real R = 1;
  parameter Real RT = 0;
  parameter Real Tref = 20;
  HeatPort h;
equation
  u = (R + RT*(h.T - Tref))*p.i;
  h.Q = -u*p.i;
end TempResistor;

model FixedTemperature
  parameter Real T0 = 20;
  HeatPort p;
equation
  p.T = T0;
end FixedTemperature;

model HeatFlow
  parameter Real G = 1;
  HeatPort p, n;
equation
  p.Q = G*(p.T - n.T);
  p.Q + n.Q = 0;
end HeatFlow;

model Supply
  Pin p, n;
equation
  p.v = 24;
  n.v = 0;
end Supply;

model Motor
  Supply supply;
  replaceable Resistor R(R = 250);
  Inductor L(L = 2);
equation
  connect(supply.p, R.p);
  connect(R.n, L.p);
  connect(L.n, supply.n);
end Motor;

model Motor2
  extends Motor(redeclare TempResistor R(RT = 0.1));
  FixedTemperature surroundings(T0 = 20);
  HeatFlow loss(G = 5);
equation
  connect(surroundings.p, loss.n);
  connect(loss.p, R.h);
end Motor2;
