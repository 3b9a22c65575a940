package Blocks "Blocks that are not closed, or closed by the wrong word"
  model A
    Real x, y;
  equation
    if x > 0 then
      y = 1;
  end A;

  model B
    Real x, y;
  equation
    if x > 0 then
      y = 1;
    else if x < 0 then
      y = 2;
    end if;
  end B;

  model C
    Real x[3];
  equation
    for i in 1:3 loop
      x[i] = i;
    end if;
  end C;

  model D
    Real x;
  algorithm
    while x > 1 loop
      x := x - 1;
    end;
  end D;

  model E
    Real x;
  equation
    x = 1;
    end if;
  end E;

  model F
    Real x;
  equation
    when x > 1 then
      if x > 2 then
        reinit(x, 0);
    end when;
  end F;

  model G
    Real x;
  equation
    for i in 1:3 loop
      x = i;
    annotation(Icon());
  end G;
end Blocks;
