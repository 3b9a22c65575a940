// Arrays of records as results: each element has all fields, whatever arrays and records these are.

record Point
  Real x;
  Real y[2];
end Point;

record Segment
  Point ends[2];
  Integer number;
end Segment;

function points
  input Real x;
  input Integer n;
  output Point all[n];
algorithm
  for i in 1:n loop
    all[i] := Point(i*x, {i, -i});
  end for;
end points;

function segment
  input Real x;
  output Segment result;
algorithm
  result.ends := points(x, 2);
  result.number := 7;
end segment;

model Test
  Point p[2] = points(time, 2);
  Segment s = segment(time);
  Real sum = p[2].x + s.ends[1].y[2];
end Test;
