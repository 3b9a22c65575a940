// One branch forgets what flows.
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true), q;
equation
  area*der(level) = 0.5 - q;
  if level > 2 then
    q = 0.2;
  end if;
end Tank;
