// Three times 0.1 is more than 0.3 in floating point numbers, and six times 0.05 is more than 0.3: samples are at the times
// that are written, so that these happen at the same instant, and at the stop time.
model SamplesThatCoincide
  Integer any(start = 0, fixed = true) "At either";
  Integer first(start = 0, fixed = true) "The first counts ones, the second hundreds";
  Integer both(start = 0, fixed = true) "At both";
  Integer last(start = 0, fixed = true) "Also at the stop time";
equation
  when {sample(0, 0.1), sample(0, 0.3)} then
    any = pre(any) + 1;
  end when;
  when sample(0, 0.1) then
    first = pre(first) + 1;
  elsewhen sample(0, 0.3) then
    first = pre(first) + 100;
  end when;
  when sample(0, 0.1) and sample(0, 0.3) then
    both = pre(both) + 1;
  end when;
  when sample(0, 0.05) then
    last = pre(last) + 1;
  end when;
  annotation (experiment(StopTime = 3.3, Interval = 0.33));
end SamplesThatCoincide;
