// A controller with two modes; in one of them it forgets its second output.
connector RealInput = input Real;
connector RealOutput = output Real;

block Step
  RealOutput y;
equation
  y = if time > 1 then 1 else 0;
end Step;

block Controller
  RealInput u;
  RealOutput heat, cool;
equation
  if u > 0 then
    heat = u;
    cool = 0;
  else
    cool = -u;
  end if;
end Controller;

model Chain
  Step step;
  Controller controller;
equation
  connect(step.y, controller.u);
end Chain;
