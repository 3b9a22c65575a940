// A component that is redeclared in an array of components: what it is given has a value for each of both, unless it is
// for each (MLS 7.2.5 and 7.3).

model RedeclaredArrays
  partial model Base
    Real y;
  end Base;
  model One
    extends Base;
  equation
    y = 1;
  end One;
  model Given
    extends Base;
    parameter Real g = 3;
  equation
    y = g;
  end Given;
  model Box
    replaceable One q[2] constrainedby Base;
  end Box;
  Box a[2](redeclare Given q[2](g = {{1, 2}, {3, 4}}));
  Box b[2](redeclare each Given q[2](g = {5, 6}));
  Box c(redeclare Given q[2](each g = 7));
  Real s = sum(a.q.y) + sum(b.q.y) + sum(c.q.y);
end RedeclaredArrays;
