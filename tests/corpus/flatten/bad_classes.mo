// Classes that contain themselves, cyclic modifications, and redeclarations that are not allowed.

model Ancestor
  extends Ancestor;
end Ancestor;

model Chicken
  extends Egg;
end Chicken;

model Egg
  extends Chicken;
end Egg;

model Doll
  Doll inside;
end Doll;

model Left
  Right right;
end Left;

model Right
  Left left;
end Right;

model Part
  parameter Real a = 1;
  parameter Real b = a;
  Real x = a*b*time;
end Part;

model Other
  extends Part;
end Other;

model Fixed
  Part part;
  model Kind = Part;
  Kind kind;
  replaceable Part free;
end Fixed;

model BadClasses
  Ancestor ancestor;
  Chicken chicken;
  Doll doll;
  Left left;
  Part cyclic(a = cyclic.b);
  Fixed fixed(redeclare Other part, redeclare model Kind = Other, redeclare Part free);
  Fixed nothing(redeclare Part none);
  Real y[integer(cyclic.a)];
end BadClasses;
