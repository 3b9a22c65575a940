// A component that is inner and outer is two (MLS 3.6, 5.4): what is inside sees the inner one, whose value is modified
// here; names in the class itself mean the outer one.
model Shared
  Real x;
end Shared;

model Inside
  outer Shared root;
  Real seen = root.x;
end Inside;

model Around
  inner outer Shared root(x = 2*above);
  Real above = root.x;
  Inside inside;
end Around;

model Nested
  inner outer Shared root(x = 3*root.x);
  Around around;
end Nested;

model InnerAndOuter
  inner Shared root(x = 1 + time);
  Around around;
  Nested nested;
end InnerAndOuter;
