// Two inputs connected to each other: neither gives a value to the other.

connector Input = input Real;
connector Output = output Real;

block Twice
  Input u;
  Output y = 2*u;
end Twice;

model TwoInputs
  Twice t1, t2;
equation
  connect(t1.u, t2.u);
end TwoInputs;
