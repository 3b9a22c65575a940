// Updates at events, a reinit, an algorithm with branches, and a loop that ends when it ends.
model Whens
  Real h(start = 1, fixed = true), v(fixed = true), power;
  Boolean low;
  Integer count(start = 0, fixed = true), steps;
  discrete Real last(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  low = h < 0;
  when {low, initial()} then
    count = pre(count) + 1;
    reinit(v, -0.8*pre(v));
  end when;
  when sample(0, 0.1) then
    last = h;
  elsewhen time > 3 then
    last = 0;
  end when;
algorithm
  power := 1;
  if v > 0 then
    power := power*v;
  else
    power := -power;
  end if;
algorithm
  steps := 0;
  while steps < count loop
    steps := steps + 1;
  end while;
end Whens;
