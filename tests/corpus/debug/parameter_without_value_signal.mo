// A time constant without a value, and one with a start value that is only a proposal.
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
  parameter Real T(start = 1) "Time constant";
  parameter Integer n "Order";
  Real x[n](each start = 0, each fixed = true);
equation
  T*der(x[1]) = u - x[1];
  for k in 2:n loop
    T*der(x[k]) = x[k - 1] - x[k];
  end for;
  y = x[n];
end Filter;

model Chain
  Step step;
  Filter filter(n = 2);
equation
  connect(step.y, filter.u);
end Chain;
