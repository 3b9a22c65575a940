connector Input = input Real;
connector Output = output Real;

block Part
  parameter Boolean has = false;
  Output y = 1 if has;
end Part;

block Sum
  parameter Integer n = 0;
  Input u[n];
  Output y = sum(u);
end Sum;

model AbsentConnections "What is not there needs no place at the other end"
  Part part;
  Sum none;
  Part there(has = true);
  Sum one(n = 1);
equation
  connect(part.y, none.u[1]);
  connect(none.u[2], part.y);
  connect(there.y, one.u[1]);
end AbsentConnections;
