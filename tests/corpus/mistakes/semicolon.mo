model Semicolon "Each forgotten semicolon costs one error"
  parameter Real R = 1 "Resistance"
  Real v
  Real i;
equation
  v = R*i
  if v > 1 then
    i = 1
  else
    i = 2;
  end if
  when v > 2 then
    reinit(v, 0)
  end when
  i = 3
end Semicolon
