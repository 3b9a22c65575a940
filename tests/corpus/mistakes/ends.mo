package Ends "Blocks and classes that end as in other languages"
  model A
    Real v[3];
  equation
    for k in 1:3 loop
      v[k] = 1;
    end loop;
    for k in 1:3 loop
      v[k] = 1;
    end k;
  end model A;

  function f
    output Real y;
  algorithm
    for i in 1:3 loop
      if i > 2 then
        y := y + i;
      end
      if i > 3 then
        y := y - i;
      end
    end
    y := 2*y;
    while y > 1 loop
      y := y - 1;
    end;
  end f;

  model B
    Real v;
  equation
    if time > 1 then
      v = 1;
    else if time > 2 then
      v = 2;
    else
      v = 3;
    end if;
  end B;

  model C
    Real v;
  end model;
end Ends;

end P;
