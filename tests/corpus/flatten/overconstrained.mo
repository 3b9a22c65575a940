// Connection graphs of overdetermined records and types: spanning trees are connected by equations, and what closes a loop
// by `equalityConstraint`. The roots are those that are declared, and otherwise the potential root of the lowest priority.

record Orientation
  Real c, s;

  function equalityConstraint
    input Orientation a, b;
    output Real residue[1] = {a.c*b.s - a.s*b.c};
  algorithm
  end equalityConstraint;
end Orientation;

type Reference
  extends Real;

  function equalityConstraint
    input Reference a, b;
    output Real residue[0];
  algorithm
    assert(abs(a - b) < 1e-6, "references differ");
  end equalityConstraint;
end Reference;

connector Frame
  Real x;
  flow Real f;
  Orientation R;
end Frame;

connector Pole
  Real v;
  flow Real i;
  Reference phase;
end Pole;

model Fixed
  Frame a;
equation
  Connections.root(a.R);
  a.x = 0;
  a.R.c = 1;
  a.R.s = 0;
end Fixed;

model Bar
  Frame a, b;
  parameter Real c = 10;
equation
  Connections.branch(a.R, b.R);
  if Connections.rooted(a.R) then
    b.R.c = a.R.c;
    b.R.s = a.R.s;
  else
    a.R.c = b.R.c;
    a.R.s = b.R.s;
  end if;
  b.x - a.x = 1 + b.f/c;
  a.f + b.f = 0;
end Bar;

model Hinge
  Frame a, b;
  Real phi "What a closed loop determines";
equation
  Connections.branch(a.R, b.R);
  if Connections.rooted(a.R) then
    b.R.c = a.R.c*cos(phi) - a.R.s*sin(phi);
    b.R.s = a.R.s*cos(phi) + a.R.c*sin(phi);
  else
    a.R.c = b.R.c*cos(phi) + b.R.s*sin(phi);
    a.R.s = b.R.s*cos(phi) - b.R.c*sin(phi);
  end if;
  b.x = a.x;
  a.f + b.f = 0;
end Hinge;

model Free
  Frame a;
  parameter Integer priority = 0;
equation
  Connections.potentialRoot(a.R, priority);
  if Connections.isRoot(a.R) then
    a.R.c = 1;
    a.R.s = 0;
  end if;
  a.f = a.x - 1;
end Free;

model Source
  Pole p;
equation
  Connections.root(p.phase);
  p.phase = time;
  p.v = 1;
end Source;

model Line
  Pole a, b;
equation
  Connections.branch(a.phase, b.phase);
  a.phase = b.phase;
  a.v - b.v = a.i;
  a.i + b.i = 0;
end Line;

model Load
  Pole p;
equation
  p.v = p.i;
end Load;

model Test
  // The hinge stands the other way round, and the last connection closes the loop.
  Fixed fixed;
  Bar first;
  Hinge second;
  // Nothing of this is fixed: the one with the lower priority number is the root.
  Free low(priority = 2), high(priority = 1);
  // A loop of lines between a source and a load.
  Source source;
  Line line, beside;
  Load load;
equation
  connect(fixed.a, first.a);
  connect(first.b, second.b);
  connect(fixed.a, second.a);
  connect(low.a, high.a);
  connect(source.p, line.a);
  connect(source.p, beside.a);
  connect(line.b, load.p);
  connect(beside.b, load.p);
end Test;
