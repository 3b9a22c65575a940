// Where connections and whens cannot stand.

connector Pin
  Real v;
  flow Real i;
end Pin;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Load
  Pin p;
equation
  p.v = p.i;
end Load;

model Base
  Ground ground;
  Load load;
equation
  connect(ground.p, load.p);
end Base;

model Test
  Ground ground;
  Load load;
  Base base(break load);
  Boolean late = time > 1, later = time > 2;
  Real x, y, z, w;
initial equation
  connect(ground.p, load.p);
  when late then
    x = 3;
  end when;
equation
  when late then
    connect(ground.p, load.p);
    when later then
      x = 1;
    end when;
    if later then
      y = 2;
    else
      y = 3;
    end if;
  end when;
algorithm
  when late then
    z := 1;
    when later then
      z := 2;
    end when;
  end when;
  if late then
    when later then
      w := 1;
    end when;
  end if;
  for i in 1:2 loop
    when later then
      w := i;
    end when;
  end for;
end Test;
