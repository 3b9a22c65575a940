// Two tanks that exchange what they hold are steady at any level, as long as it is the same.
model SteadyAnywhere
  Real first, second;
initial equation
  der(first) = 0;
  der(second) = 0;
equation
  der(first) = second - first;
  der(second) = first - second;
end SteadyAnywhere;
