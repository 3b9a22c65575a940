// Records as a whole: bindings, constructors, equations, fields of arrays, and functions that return them.

record Point
  Real x;
  Real y;
end Point;

record Segment
  Point from;
  Point to;
  parameter Real width = 0.1;
end Segment;

function middle
  input Segment s;
  output Point m;
algorithm
  m.x := (s.from.x + s.to.x)/2;
  m.y := (s.from.y + s.to.y)/2;
end middle;

model Records
  Point p = Point(time, y = 2);
  Point q;
  Segment s(from = p, to(x = 1, y = 0), width = 0.2);
  Segment t(from(x = 5, y = time), to = q);
  Segment u = s;
  parameter Point corners[2] = {Point(1, 2), Point(3, 4)};
  parameter Real xs[2] = corners.x;
  Point m;
equation
  q = corners[2];
  m = middle(s);
end Records;
