// 11.1: an algorithm is one equation for all it assigns: temporaries, if and for in it, events of its relations, and its discrete variables.
model algorithms
  Real x(start = 0, fixed = true), y, z, area(start = 0, fixed = true);
  Integer k;
algorithm
  y := x;
  if x > 1 then
    y := 2*y - 1;
  elseif x > 0.5 then
    y := y + 0;
  else
    y := 3*y - 1;
  end if;
  z := 0;
  for i in 1:4 loop
    if i == 3 then
      break;
    end if;
    z := z + i*y;
  end for;
  k := if time >= 1.5 then 2 else 1;
equation
  der(x) = 1;
  der(area) = y;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end algorithms;
