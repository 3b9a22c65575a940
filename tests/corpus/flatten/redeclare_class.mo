// A class is exchanged, and with it all components of it.

model Resistor
  parameter Real R = 1;
  Real v, i;
equation
  v = R*i;
end Resistor;

model ThermalResistor
  parameter Real R = 1;
  parameter Real alpha = 0.004;
  Real v, i;
  Real T;
equation
  v = R*(1 + alpha*(T - 300))*i;
  T = 310;
end ThermalResistor;

model Divider
  replaceable model Part = Resistor;
  Part upper(R = 100), lower(R = 200);
equation
  upper.i = lower.i;
  upper.v + lower.v = 5;
end Divider;

model RedeclareClass
  Divider cold;
  Divider warm(redeclare model Part = ThermalResistor(alpha = 0.005));
end RedeclareClass;
