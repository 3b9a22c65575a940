// An `inner` component that is not there has no size, and one that is wrong was told.
model Inside
  outer Real r[3];
  outer Real s[3];
end Inside;

model OuterOfAbsent
  parameter Boolean has = false;
  inner Real r[3] = {1, 2, 3} if has;
  inner Real s[nowhere] = {1, 2, 3};
  Inside inside;
end OuterOfAbsent;
