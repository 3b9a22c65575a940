// Declared and never used.
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
  Real temperature;
equation
  area*der(level) = 0.5 - 0.1*level;
end Tank;
