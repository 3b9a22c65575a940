// Modifiers of constraining types (MLS 7.3.2) hold for the declaration and for every replacement; those of the
// declaration itself hold for replacements only where no constraining type is written.

model A
  parameter Real x = 0;
end A;

model B
  extends A(x=3.14);
  parameter Real y = 0;
end B;

model Default
  replaceable A a(x=1);
end Default;

model Constrained
  replaceable B a(y=5) constrainedby A(x=2);
end Constrained;

model Own
  replaceable B a(x=7, y=5) constrainedby A(x=2);
end Own;

model Resistor
  parameter Real R = 1;
end Resistor;

model ThermoResistor
  extends Resistor;
  parameter Real T0 = 0;
end ThermoResistor;

model Circuit
  replaceable model NonlinearResistor = Resistor(R=100);
  NonlinearResistor r;
end Circuit;

model Circuit2
  extends Circuit(redeclare replaceable model NonlinearResistor = ThermoResistor(T0=300));
end Circuit2;

model Circuit3
  extends Circuit2(redeclare replaceable model NonlinearResistor = Resistor(R=200));
end Circuit3;

model Limited
  replaceable model Element = ThermoResistor(T0=20) constrainedby Resistor(R=50);
  Element e;
end Limited;

model Inside
  extends Limited;
  redeclare model Element = Resistor;
end Inside;

model InsideComponent
  extends Constrained;
  redeclare A a;
end InsideComponent;

model Twice
  extends Circuit2(redeclare replaceable model NonlinearResistor = ThermoResistor constrainedby ThermoResistor(T0=77));
end Twice;

model Thrice
  extends Twice(redeclare model NonlinearResistor = ThermoResistor);
end Thrice;

model ConstrainingModifiers
  Default default "1";
  Default merged(redeclare B a(y=2)) "1, 2";
  Default over(redeclare B a(x=9)) "9, 0";
  Constrained constrained "2, 5";
  Constrained replaced(redeclare A a) "2";
  Constrained again(redeclare B a) "2, 0";
  Own own "7, 5";
  Own other(redeclare B a) "2, 0";
  Circuit circuit "100";
  Circuit2 circuit2 "100, 300";
  Circuit3 circuit3 "200";
  Limited limited "50, 20";
  Limited exchanged(redeclare model Element = ThermoResistor) "50, 0";
  Inside inside "50";
  InsideComponent inside2 "2";
  Twice twice "100, 77";
  Thrice thrice "100, 77";
end ConstrainingModifiers;
