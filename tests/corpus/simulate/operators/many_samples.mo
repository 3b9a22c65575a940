// 3.7.5: samples are counted and not added up: of a third 4 up to 1, of a thousandth 1001, of 0.3 from 0.1 on 4, the last of which
// is at 0.1 + 3*0.3, one bit before the stop time.
model many_samples
  Integer thirds(start = 0, fixed = true), thousandths(start = 0, fixed = true), shifted(start = 0, fixed = true);
equation
  when sample(0, 1/3) then
    thirds = pre(thirds) + 1;
  end when;
  when sample(0, 0.001) then
    thousandths = pre(thousandths) + 1;
  end when;
  when sample(0.1, 0.3) then
    shifted = pre(shifted) + 1;
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.25, Tolerance = 1e-08));
end many_samples;
