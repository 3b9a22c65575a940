// 3.7.5: edge(b) and change(v) while the event lasts: counted, and false in each recorded row. A Boolean that is true from the
// start on has no edge there.
model edges
  Boolean b = (time >= 0.5 and time < 1) or time >= 1.5, true_first = time < 0.75, e = edge(b), c = change(b);
  Integer k = integer(4*time), rises(start = 0, fixed = true), changes(start = 0, fixed = true), steps(start = 0, fixed = true), falls(start = 0, fixed = true),
    firsts(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Integer moved(start = 0, fixed = true);
initial equation
  pre(true_first) = true;
  pre(k) = 0;
  pre(b) = false;
equation
  when edge(b) then
    rises = pre(rises) + 1;
  end when;
  when change(b) then
    changes = pre(changes) + 1;
  end when;
  when edge(true_first) then
    firsts = pre(firsts) + 1;
  end when;
  when not b then
    falls = pre(falls) + 1;
  end when;
  when change(k) then
    steps = pre(steps) + 1;
  end when;
  when sample(0.25, 0.5) then
    d = if time < 1 then 3 else time;
  end when;
  when change(d) then
    moved = pre(moved) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end edges;
