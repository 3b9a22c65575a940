model Algorithms
  Real x[3], y;
  Integer k(start=1);
algorithm
  for i in 1:3 loop
    x[i] := i*time;
  end for;
  x := 2*x;
  y := 0;
  for i in 1:3 loop
    if x[i] > 1 then
      y := x[i];
      break;
    end if;
  end for;
  when time > 0.5 then
    k := pre(k) + 1;
  end when;
  x[k] := y;
end Algorithms;
