// Two inputs of a model are given from outside: joined, one signal has two sources.
connector RealInput = input Real;
connector RealOutput = output Real;
model TwoInputs
  RealInput u1;
  RealInput u2;
  RealOutput y;
equation
  connect(u1, u2);
  y = u1 + u2;
end TwoInputs;
