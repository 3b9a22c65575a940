// 3.7.5: edge(b) is b and not pre(b), change(b) is b <> pre(b), at the initialization as well: b begins as true and was false before, so that
// each of these memories has seen it.
model edges_at_the_start
  Boolean b(start = false, fixed = true) = time >= 0;
  Integer k(start = 3, fixed = true) = if time < 1 then 4 else 5;
  Integer spelled(start = 0, fixed = true) = if b and not pre(b) then 2 else pre(spelled), edged(start = 0, fixed = true) = if edge(b) then 2 else pre(edged),
    changed(start = 0, fixed = true) = if change(b) then 2 else pre(changed), moved(start = 0, fixed = true) = pre(moved) + (if change(k) then 1 else 0);
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end edges_at_the_start;
