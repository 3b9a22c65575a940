// One branch says what flows, the other also how high the level is.
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true), q;
equation
  area*der(level) = 0.5 - q;
  if level > 2 then
    q = 0.2;
    level = 2;
  else
    q = 0.1*level;
  end if;
end Tank;
