record Point
  Real x;
  Real y;
end Point;

record Segment
  Point from;
  Point to;
  Real width[2];
end Segment;

model MovingRecords "Records that are chosen while the model runs, whole and in parts"
  Segment segments[2];
  Integer k = if time < 0.5 then 1 else 2;
  Segment here = segments[k];
  Point end_here = segments[k].to;
  Real first = segments[k].width[1];
equation
  for i in 1:2 loop
    segments[i].from = Point(i, time);
    segments[i].to = Point(i + 1, 2*time);
    segments[i].width = {i, 10*i};
  end for;
  annotation(experiment(StopTime = 1));
end MovingRecords;
