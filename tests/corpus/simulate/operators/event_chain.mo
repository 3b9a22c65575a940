// 8.6: iterations follow at the same time until nothing changes: three pre in a row have caught up with b in the row after the event,
// and the counters of all of them have counted then; a sum of samples is seen by a when that waits for it.
model event_chain
  Boolean b = time >= 0.5 and time < 1.5, b1 = pre(b), b2 = pre(b1), b3 = pre(b2);
  Integer n(start = 0, fixed = true), total(start = 0, fixed = true), five(start = 0, fixed = true), six(start = 0, fixed = true);
  discrete Real at(start = 0, fixed = true);
initial equation
  pre(b) = false;
  pre(b1) = false;
  pre(b2) = false;
equation
  when b3 then
    n = pre(n) + 1;
    at = time;
  end when;
  when sample(0.25, 0.25) then
    total = pre(total) + 1;
  end when;
  when total >= 5 then
    five = total;
  end when;
  when five > 0 then
    six = pre(six) + five + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end event_chain;
