// A loop of gains that says y = y: with a loop gain of one nothing determines the signal.
connector Input = input Real;
connector Output = output Real;

block Sum
  Input u1, u2;
  Output y;
equation
  y = u1 + u2;
end Sum;

block Pass
  Input u;
  Output y;
equation
  y = u;
end Pass;

model Ring
  Sum sum;
  Pass pass;
  output Real reference = 2;
equation
  connect(sum.y, pass.u);
  connect(pass.y, sum.u1);
  sum.u2 = reference;
end Ring;
