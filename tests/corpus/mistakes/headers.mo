package Headers "What stands between if, for or when and the first equation"
  model A
    Real v;
  equation
    if time > 1
      v = 1;
    else
      v = 2;
    end if;
    if time > 1 v = 1; else v = 2; end if;
    when time > 1
      v = 1;
    end when;
    v = if time > 1 2 else 3;
  end A;

  model B
    Real v[3];
  equation
    for i in 1:3
      v[i] = 1;
    end for;
    for i in 1:3 v[i] = 1; end for;
    for i=1:3 loop
      v[i] = 1;
    end for;
    for i from 1 to 3 loop
      v[i] = 1;
    end for;
    for (i in 1:3) loop
      v[i] = 1;
    end for;
    for i in 1 to 3 loop
      v[i] = 1;
    end for;
  end B;

  model C
    Real v;
  equation
    if n = 2 then
      v = 1;
    end if;
    v = if n = 2 then 1 else 2;
    when time > 1 then
      v = 1;
    else
      v = 2;
    end when;
    when time > 1 then
      v = 1;
    elseif time > 2 then
      v = 2;
    end when;
    if time > 1 then;
      v = 1;
    end if;
  end C;
end Headers;
