// `outer` stands for the nearest `inner` around; a model of world without `inner` gets its defaults.

model World
  parameter Real g = 9.81;
end World;

model Body
  outer World world;
  outer parameter Real m;
  Real v(start = 0);
equation
  m*der(v) = -m*world.g;
end Body;

model Lab
  inner World world(g = 1.62);
  Body body;
end Lab;

model InnerOuter
  inner World world;
  inner parameter Real m = 2;
  Body body;
  Lab moon;
end InnerOuter;
