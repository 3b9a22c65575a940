// Nobody says how large the tank is.
model Tank
  parameter Real area(unit = "m2");
  Real level(start = 1, fixed = true);
equation
  area*der(level) = 0.5 - 0.1*level;
end Tank;
