model Equations
initial equation
  x = x0;
equation
  der(x) = -k*x "first order" annotation(Dialog());
  connect(a.p[1], b.n) annotation(Line(points = {{0, 0}, {1, 1}}));
  (a, b) = f(x);
  [x; y] = [1; 2];
  if x > 0 then
    y = 1;
  elseif x < -1 then
    y = 2;
    z = 3;
  else
    y = 3;
  end if;
  if initial() then
  end if;
  for i in 1:n, j loop
    z[i, j] = i*j;
    for k in {1, 3, 5} loop
      w[k] = k;
    end for;
  end for;
  when {x > 1, initial()} then
    reinit(x, 0);
  elsewhen sample(0, 1) then
    count = pre(count) + 1;
  end when;
  assert(x > 0, "x must be positive", level = AssertionLevel.warning);
  Connections.root(frame.R);
  initialState(state1);
initial algorithm
  m := 1;
algorithm
  (p, , q) := g(x, y = 2);
  g(x);
  if a then
    b := 1;
  elseif c then
    break;
  else
    return;
  end if;
  while i < 10 loop
    i := i + 1 "next";
  end while;
  for i loop
    s[i].t := {i^2 for i in 1:3};
  end for;
  when x > 1 then
    terminate("done");
  elsewhen y then
    z := 1;
  end when;
end Equations;
