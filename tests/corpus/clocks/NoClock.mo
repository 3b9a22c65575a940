// The specification's model NoClockVsSampleHold: `noClock` sees the value of now, `sample(hold(x))` the one before.
model NoClock
  Clock clk1 = Clock(0.1);
  Clock clk2 = subSample(clk1, 2);
  Real x(start = 0), y(start = 0), z(start = 0);
equation
  when clk1 then
    x = previous(x) + 0.1;
  end when;
  when clk2 then
    y = noClock(x);
    z = sample(hold(x));
  end when;
  annotation(experiment(StopTime = 0.5));
end NoClock;
