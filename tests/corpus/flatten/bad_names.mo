package Left
  constant Real c = 1;
end Left;

package Right
  constant Real c = 2;
end Right;

package Many
  type Kind = enumeration(free, fixed, start);
end Many;

model BadNames "Names that mean something already"
  import P = Left;
  import P = Right;
  import Left.{d};
  import Far = Left.Far;
  Real Boolean = 1;
  Many.Kind kind = Many.Kind.free;
  Real x = P.c + d;
  Far.Thing thing;
  Far.Thing another;
end BadNames;
