// Two bars in the plane without a joint between them, held at both ends.
connector Frame
  Real x(unit = "m"), y(unit = "m");
  Real phi(unit = "rad");
  flow Real fx(unit = "N"), fy(unit = "N");
  flow Real t(unit = "N.m");
end Frame;

model Bar
  Frame a, b;
  parameter Real l = 1;
equation
  b.x = a.x + l*cos(a.phi);
  b.y = a.y + l*sin(a.phi);
  b.phi = a.phi;
  a.fx + b.fx = 0;
  a.fy + b.fy = 0;
  a.t + b.t + l*(cos(a.phi)*b.fy - sin(a.phi)*b.fx) = 0;
end Bar;

model World
  Frame frame;
  parameter Real x0 = 0;
equation
  frame.x = x0;
  frame.y = 0;
  frame.phi = 0;
end World;

model Bridge
  World left, right(x0 = 2);
  Bar first, second;
equation
  connect(left.frame, first.a);
  connect(first.b, second.a);
  connect(second.b, right.frame);
end Bridge;
