// Three inputs: one connected, one given by an equation, one forgotten; and an array of them.
connector RealInput = input Real;
connector RealOutput = output Real;

block Gain
  RealInput u;
  RealOutput y;
  parameter Real k = 1;
equation
  y = k*u;
end Gain;

block Sum
  parameter Integer n = 1;
  RealInput u[n];
  RealOutput y;
equation
  y = sum(u);
end Sum;

block Source
  RealOutput y = time;
end Source;

model Loop
  Source source;
  Gain connected, given, forgotten;
  Sum many(n = 2);
equation
  connect(source.y, connected.u);
  given.u = 3;
end Loop;
