// The gain has lost its only equation.
connector RealInput = input Real;
connector RealOutput = output Real;

block Step
  RealOutput y;
equation
  y = if time > 1 then 1 else 0;
end Step;

block Gain
  RealInput u;
  RealOutput y;
  parameter Real k = 1;
end Gain;

model Chain
  Step step;
  Gain first(k = 2), second(k = 3);
equation
  connect(step.y, first.u);
  connect(first.y, second.u);
end Chain;
