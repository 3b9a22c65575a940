// Parts of variables of a function that are not there.
record Point
  Real x;
  Real y;
end Point;

function parts
  input Point p;
  input Real v[3];
  output Real r;
protected
  Point q;
algorithm
  r := p.z;
  q.u := 1;
  q.x := p.x.y;
  r := v[1, 2];
  r := v[1.5];
  r := p.x + v[end] + sum(v[1:2]);
end parts;

model Test
  Real r = parts(Point(1, time), {1, 2, 3});
end Test;
