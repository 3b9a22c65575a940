// One redeclaration of a class changes three protected components; their values stay.

model Resistor
  parameter Real R = 1;
  Real u = 1, i = u/R;
end Resistor;

model TempResistor
  parameter Real R = 1;
  parameter Real RT = 0.1;
  Real T = 30;
  Real u = 1, i = u/(R + RT*(T - 20));
end TempResistor;

model Circuit
  replaceable model Resistor2 = Resistor;
protected
  Resistor2 R1(R = 100), R2(R = 200), R3(R = 300);
end Circuit;

model Circuit2
  extends Circuit(redeclare model Resistor2 = TempResistor);
end Circuit2;

model Both
  Circuit cold;
  Circuit2 warm;
end Both;
