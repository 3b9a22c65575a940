// The output of the filter is given as an equation and in its declaration.
connector RealInput = input Real;
connector RealOutput = output Real;

block Step
  RealOutput y;
equation
  y = if time > 1 then 1 else 0;
end Step;

block Filter
  RealInput u;
  RealOutput y = x;
  Real x(start = 0, fixed = true);
  parameter Real T = 0.5;
equation
  T*der(x) = u - x;
  y = x;
end Filter;

model Chain
  Step step;
  Filter filter;
equation
  connect(step.y, filter.u);
end Chain;
