// The second gain is connected to nothing.
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
equation
  y = k*u;
end Gain;

model Loop
  Step step;
  Gain first(k = 2), second(k = 3);
equation
  connect(step.y, first.u);
end Loop;
