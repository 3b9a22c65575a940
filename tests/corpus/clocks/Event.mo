// A clock that ticks when the angle has turned by another third, at 1/3, 2/3 and 1, and one that takes every second tick.
model Event
  Real angle(start = 0, fixed = true);
  Integer thirds(start = 0);
  Integer pairs(start = 0);
  Real since;
  Boolean first;
equation
  der(angle) = 1;
  when Clock(condition = angle > (hold(thirds) + 1)/3, startInterval = 0.25) then
    thirds = previous(thirds) + 1;
    since = interval();
    first = firstTick();
  end when;
  pairs = previous(pairs) + (if subSample(thirds, 2) > 0 then 1 else 0);
  annotation(experiment(StopTime = 1.5));
end Event;
