// A block with a variable that nothing speaks of.
connector RealInput = input Real;
connector RealOutput = output Real;

block Step
  RealOutput y;
equation
  y = if time > 1 then 1 else 0;
end Step;

block Filter
  RealInput u;
  RealOutput y;
  Real old;
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
  y = x;
end Filter;

model Chain
  Step step;
  Filter filter;
equation
  connect(step.y, filter.u);
end Chain;
