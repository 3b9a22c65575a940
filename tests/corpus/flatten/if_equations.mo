// An `if` of parameters is decided now, any other stays with all its branches.

model IfEquations
  parameter Boolean linear = true;
  parameter Integer mode = 2;
  Real x(start = 1), y, z[2];
equation
  if linear then
    der(x) = -x;
  else
    der(x) = -x^2;
    y = 0;
  end if;
  if mode == 1 then
    y = 1;
  elseif mode == 2 then
    y = 2*x;
  end if;
  if x > 0.5 then
    z = {x, y};
  elseif x > 0.2 then
    z[2] = 0;
    z[1] = 1;
  else
    for i in 1:2 loop
      z[i] = i;
    end for;
  end if;
end IfEquations;
