package Media
  package Water
    constant Real c = 4;
  end Water;

  package Liquid = Water "Another name for it";
end Media;

partial model Part
  package Medium = Media.Water;
  Real h = Medium.c*time;
end Part;

model Pipe
  extends Part;
end Pipe;

model Plant
  package Medium = Media.Liquid;
  Pipe pipe(redeclare package Medium = Medium);
end Plant;

model SameByPaths "The same class by other names, in other surroundings"
  extends Plant;
  Plant again;
end SameByPaths;
