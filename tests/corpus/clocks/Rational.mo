// Ticks are at exact fractions of a second, and the first one is at the beginning.
model Rational
  Integer count(start = 0);
equation
  when Clock(intervalCounter = 3, resolution = 10) then
    count = previous(count) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Rational;
