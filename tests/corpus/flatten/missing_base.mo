// A class that is extended is not there: what it would have brought is not blamed as well, neither inside nor outside.
// Of a component the names are told that it has.

model Heir
  extends Ancestor;
  Real y = x + width;
end Heir;

model Lamp
  parameter Real R = 1;
  Real current, voltage;
equation
  voltage = R*current;
  voltage = 5;
end Lamp;

model MissingBase
  Heir heir(size = 2);
  Lamp lamp;
  Real z = heir.x;
  Real w = lamp.i;
end MissingBase;
