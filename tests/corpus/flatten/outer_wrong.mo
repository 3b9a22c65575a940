// `inner` elements must be there, and be able to stand for the `outer` ones.

model Law
  Real f = 1;
end Law;

model Other
  Real g = 1;
end Other;

model Part
  outer Integer count;
  outer model A = Law;
  outer model B = Law;
  A a;
  B b;
  Real c = count;
end Part;

model Test
  inner Real count = 2;
  model A = Law;
  inner model B = Other;
  Part part;
end Test;
