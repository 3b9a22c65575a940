model Inside
  outer parameter Real p = 2;
  outer Real q;
  outer Real r[3];
  Real x = p + r[1];
end Inside;

model BadOuter "Outer components are not modified, and have the sizes of the inner ones"
  inner parameter Real p = 1;
  inner Real q[2] = {time, time};
  inner Real r[2] = {1, 2};
  Inside inside;
end BadOuter;
