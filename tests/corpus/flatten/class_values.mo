// Values are for variables: models as a whole and classes have none.

model Resistor
  parameter Real R = 1;
end Resistor;

block Gain
  parameter Real k = 1;
end Gain;

model Circuit
  replaceable model Part = Resistor;
  package Medium
    constant Real d = 1;
  end Medium;
  Part part;
  Gain gains[2];
end Circuit;

model Test
  extends Circuit(Part = 3, part = 4);
  Circuit circuit(part = 5, Medium = 6, gains = {1, 2});
end Test;
