// The time to wait for is set when it is over; without `pre` it is the next one.
model Alarm
  discrete Real next(start = 0.5, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= next then
    next = time + 0.25;
    n = pre(n) + 1;
  end when;
end Alarm;
