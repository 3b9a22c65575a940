// A controller whose output goes back to its own reference: the set point has no value, and the plant has two.
connector Input = input Real;
connector Output = output Real;

block Difference
  Input u1, u2;
  Output y;
equation
  y = u1 - u2;
end Difference;

block Gain
  parameter Real k = 3;
  Input u;
  Output y;
equation
  y = k*u;
end Gain;

block Plant
  Input u;
  Output y(start = 0, fixed = true);
equation
  der(y) = u - y;
end Plant;

block Step
  Output y = if time > 1 then 1 else 0;
end Step;

model Loop
  Step step;
  Difference error;
  Gain gain;
  Plant plant;
equation
  connect(step.y, gain.u);
  connect(error.y, gain.u);
  connect(gain.y, plant.u);
  connect(plant.y, error.u2);
end Loop;
