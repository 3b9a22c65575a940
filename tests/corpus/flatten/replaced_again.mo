// Redeclarations of redeclarations: the constraint that was written last holds (MLS 7.3.2), and what is redeclared without
// `replaceable` stays as it is.

model Resistor
  parameter Real R = 1;
end Resistor;

model ThermoResistor
  extends Resistor;
  parameter Real T0 = 0;
end ThermoResistor;

model Capacitor
  parameter Real C = 1;
end Capacitor;

model Circuit
  replaceable model Element = Resistor;
  replaceable Resistor r;
  Element e;
end Circuit;

model Warm
  extends Circuit(
    redeclare replaceable model Element = ThermoResistor constrainedby ThermoResistor,
    redeclare replaceable ThermoResistor r constrainedby ThermoResistor);
end Warm;

model Open
  extends Circuit(redeclare replaceable model Element = ThermoResistor, redeclare replaceable ThermoResistor r);
end Open;

model Closed
  extends Circuit(redeclare model Element = ThermoResistor, redeclare ThermoResistor r);
end Closed;

model Inside
  extends Circuit;
  redeclare replaceable ThermoResistor r;
end Inside;

model InsideWrong
  extends Circuit;
  redeclare Capacitor r;
end InsideWrong;

model ReplacedAgain
  Warm w1(redeclare model Element = Resistor);
  Warm w2(redeclare Resistor r);
  Open o1(redeclare model Element = Resistor, redeclare Resistor r) "right: the constraint is still `Resistor`";
  Closed c1(redeclare model Element = Resistor);
  Closed c2(redeclare Resistor r);
  Inside i1(redeclare Resistor r) "right";
  InsideWrong i2;
end ReplacedAgain;
