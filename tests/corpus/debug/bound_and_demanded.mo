// The value of a parameter that is not fixed is an equation of the beginning: the initial equation contradicts it.
model BoundAndDemanded
  parameter Real p(fixed = false, start = 2) = 3;
  Real x = p;
initial equation
  p = 4;
end BoundAndDemanded;
