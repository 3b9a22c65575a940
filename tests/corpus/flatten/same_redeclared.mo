package Water
  constant Real c = 4;
end Water;

model Field
  Real x[:, :] = ones(size(x, 1), size(x, 2));
end Field;

model Pipe
  replaceable package Medium = Water;
  Real h = Medium.c*time;
end Pipe;

model Plant
  Pipe pipe(redeclare package Medium = Water);
end Plant;

model SameRedeclared "Only a new type needs `replaceable`"
  Field field(redeclare Real x[2, 3]);
  extends Plant(pipe(redeclare package Medium = Water));
end SameRedeclared;
