package Maths
  constant Real pi = 3.14;
end Maths;

model Resistor
  parameter Real R = 1;
end Resistor;

model Heated
  extends Resistor;
end Heated;

model Motor
  Resistor R(R=2);
end Motor;

model Motor2 "Redeclares what is not replaceable"
  extends Motor(redeclare Heated R);
end Motor2;

model StateSpace "A scalar for a matrix"
  parameter Real A[2, 2] = [1, 0; 0, 1];
  parameter Real D[2, 2] = 0;
end StateSpace;

model Legacy "Forms of Modelica 1 that only their meaning shows"
  extends Maths;
  Motor2 motor;
  StateSpace system;
  StateSpace fine(each D=1) "given to each element";
end Legacy;
