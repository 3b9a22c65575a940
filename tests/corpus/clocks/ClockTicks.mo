// The specification's example of three clocks that are one, with smaller numbers.
model ClockTicks
  Integer second = sample(1, Clock(1));
  Integer seconds(start = -1) = mod(previous(seconds) + second, 60);
  Integer quarters(start = -1) = mod(previous(quarters) + superSample(second, 4), 4);
  Integer pairs(start = -1) = mod(previous(pairs) + subSample(second, 2), 60);
  annotation(experiment(StopTime = 3));
end ClockTicks;
