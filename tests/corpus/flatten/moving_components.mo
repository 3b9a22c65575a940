block Source
  parameter Real k = 1;
  Real y = k*time;
  Real v[2] = {k, 2*k};
end Source;

model MovingComponents "Which component is meant turns out during the simulation"
  Source source[3](k = {1, 2, 3});
  Integer mode = if time < 1 then 1 elseif time < 2 then 2 else 3;
  Real y = source[mode].y;
  Real v = source[mode].v[2];
end MovingComponents;
