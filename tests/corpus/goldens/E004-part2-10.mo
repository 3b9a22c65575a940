// The restrictions of the kinds of classes, each broken once: equations in a connector and in a record, a model in a
// connection, a type that is not derived from a type, a block with a variable that is neither input nor output, functions with
// none and with two algorithms, a package with a variable, and two inputs connected to each other.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Computing
  Real v;
  flow Real i;
equation
  v = 5*i;
end Computing;

record Data
  Real R;
  Real G;
equation
  G*R = 1;
end Data;

model Resistor
  Pin p, n;
equation
  p.v - n.v = p.i;
  p.i + n.i = 0;
end Resistor;

type Part = Resistor;

block Gain
  Pin y;
equation
  y.v = 1;
end Gain;

function none
  input Real x;
  output Real y;
end none;

function two
  input Real x;
  output Real y;
algorithm
  y := x;
algorithm
  y := 2*x;
end two;

package Tools
  Real level = 1;
  function half
    input Real x;
    output Real y = x/2;
  end half;
end Tools;

connector Input = input Real;
connector Output = output Real;

block Twice
  Input u;
  Output y = 2*u;
end Twice;

model RestrictedClasses
  Computing c;
  Data data;
  Resistor r1, r2;
  Part part;
  Gain gain;
  Real a = none(time);
  Real b = two(time);
  Real h = Tools.half(time);
  Twice t1, t2;
equation
  connect(r1, r2);
  connect(t1.u, t2.u);
end RestrictedClasses;
