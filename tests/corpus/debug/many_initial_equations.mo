// At rest, and at a level: one of them is enough.
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
initial equation
  der(level) = 0;
equation
  area*der(level) = 0.5 - 0.1*level;
end Tank;
