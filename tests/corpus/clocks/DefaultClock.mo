// Nothing says when the clocks tick: the fastest of those that hang together ticks every second, from the beginning on.
model DefaultClock
  Integer count(start = 0);
  Integer slow = subSample(count, 2);
  Integer late = shiftSample(slow, 1, 2);
  annotation(experiment(StopTime = 6));
equation
  when Clock() then
    count = previous(count) + 1;
  end when;
end DefaultClock;
