// The variables of an array of an overdetermined type are one vertex of the graph: a root names them all, and what closes a
// loop is given whole to `equalityConstraint`.

type Angle
  extends Real;

  function equalityConstraint
    input Angle a[:], b[:];
    output Real residue[0];
  algorithm
    for i in 1:size(a, 1) loop
      assert(abs(a[i] - b[i]) < 1e-6, "angles differ");
    end for;
  end equalityConstraint;
end Angle;

connector Terminal
  Real v;
  flow Real i;
  Angle theta[2];
end Terminal;

model Source
  Terminal t;
equation
  Connections.potentialRoot(t.theta);
  if Connections.isRoot(t.theta) then
    t.theta = {0, 314*time};
  end if;
  t.v = 1;
end Source;

model Line
  Terminal a, b;
equation
  Connections.branch(a.theta, b.theta);
  a.theta = b.theta;
  a.v - b.v = 2*a.i;
  a.i + b.i = 0;
end Line;

model overconstrained_arrays
  Source one, two;
  Line upper, lower;
equation
  connect(one.t, upper.a);
  connect(upper.b, two.t);
  connect(one.t, lower.a);
  connect(lower.b, two.t);
end overconstrained_arrays;
