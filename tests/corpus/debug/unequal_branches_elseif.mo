// A valve that says nothing while it is closed.
model Valve
  parameter Boolean closed = false;
  Real p = 2 + sin(time);
  Real q;
equation
  if time < 1 then
    q = 0.1*p;
  elseif time < 2 then
  else
    q = 0;
  end if;
end Valve;
