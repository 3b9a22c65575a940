record Data
  Real a;
  Real b = 2*a;
end Data;

function make
  input Real u;
  output Data d(a=u, b=3);
algorithm
end make;

function two
  output Real first = 1;
  output Real second = 2;
algorithm
end two;

model Cell
  parameter Real k[3] = {1, 2, 3};
end Cell;

model Inner
  parameter Data d(a=1, b=2);
end Inner;

model RecordValues
  Cell cell[2];
  constant Data made = make(3);
  constant Data built = Data(7);
  parameter Data given(a=10, b=20);
  Inner inner1(d=given) "the value of the whole wins over its parts inside";
  parameter Real slice[2] = cell.k[2];
  Real x = 2*two();
  parameter Real M[:, size(M, 1)] = [1, 2; 3, 4];
end RecordValues;
