// 3.7.5: pre is the value before the event, and has caught up when the event is over: y = x in each row after it. The two
// numbers of Fibonacci use each other's pre.
model previous_values
  Integer a(start = 1, fixed = true), b(start = 0, fixed = true), y = pre(a);
  discrete Real d(start = 0.5, fixed = true), last(start = 0, fixed = true);
  Real e = pre(d);
equation
  when sample(0.25, 0.25) then
    a = pre(a) + pre(b);
    b = pre(a);
    d = 2*pre(d);
    last = pre(d);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end previous_values;
